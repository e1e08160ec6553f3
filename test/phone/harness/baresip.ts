import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODULES = ['/usr/lib', '/usr/local/lib', '/usr/lib64'].map((folder) => `${folder}/baresip/modules`);

export interface BaresipOptions {
  /** An empty folder of its own. */
  readonly folder: string;
  readonly port: number;
  /** A mono WAV file, 8 kHz, played from the answer on. */
  readonly says: string;
  /** The one account, as baresip writes it; what calls it is answered. */
  readonly account?: string;
  /** A command to begin with, such as `/dial sip:…`. */
  readonly command?: string;
  /** Files in PEM: it also listens over TLS, at the port above, and can encrypt its audio (SDES). */
  readonly tls?: { readonly certificate: string; readonly authority: string };
}

/** baresip, a foreign user agent, as a person's telephone. `heard` has the received audio when it has ended. */
export class Baresip {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(private readonly options: BaresipOptions) {
    const { folder, port, says, account, command, tls } = options;
    const config = [
      `sip_listen 127.0.0.1:${port}`,
      'net_interface 127.0.0.1',
      ...['account', 'menu'].map((name) => `module_app ${name}.so`),
      ...(tls ? [`sip_certificate ${tls.certificate}`, `sip_cafile ${tls.authority}`, 'module srtp.so'] : []),
      ...['g711', 'aufile', 'aubridge', 'sndfile'].map((name) => `module ${name}.so`),
      `module_path ${MODULES.find(existsSync) ?? ''}`,
      `audio_source aufile,${says}`,
      // A player is required; the filter sndfile writes the received audio.
      'audio_player aubridge,nobody',
      `snd_path ${folder}`,
      `audio_alert aufile,${join(folder, 'alert.wav')}`,
      'audio_srate 8000',
      'audio_channels 1',
      ...['ring', 'ringback', 'busy', 'error', 'notfound', 'callwaiting'].map(
        (name) => `${name}_aufile none`,
      ),
    ];
    const own = account ?? `<sip:100@127.0.0.1:${port}>;regint=0`;
    writeFileSync(join(folder, 'config'), `${config.join('\n')}\n`);
    writeFileSync(join(folder, 'accounts'), `${own};answermode=auto;audio_codecs=PCMA,PCMU\n`);
    writeFileSync(join(folder, 'contacts'), '');
    const words = ['-f', folder, ...(command === undefined ? [] : ['-e', command])];
    // Standard input that is a pipe stays open: the end of it would be the end of baresip.
    this.#child = spawn('baresip', words, { stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.#ended = new Promise((done) => this.#child.once('close', () => done()));
  }

  static has(module: string): boolean {
    return MODULES.some((folder) => existsSync(join(folder, `${module}.so`)));
  }

  /** Resolves when it has printed something. @throws Error after ten seconds */
  async until(text: RegExp): Promise<void> {
    for (const end = Date.now() + 10_000; !text.test(this.output);) {
      if (Date.now() > end) throw new Error(`baresip said nothing like ${String(text)}: ${this.output}`);
      await new Promise((wait) => setTimeout(wait, 20));
    }
  }

  /** The file with the received audio. @throws Error when it received none */
  get heard(): string {
    const { folder } = this.options;
    const name = readdirSync(folder).find((file) => file.endsWith('-dec.wav'));
    if (name === undefined) throw new Error(`baresip heard nothing: ${this.output}`);
    return join(folder, name);
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}
