import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../harness/free-port';

export interface LinphoneOptions {
  /** An empty folder of its own. */
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  /** The port of the registrar, on this machine. */
  readonly port: number;
  readonly transport: 'udp' | 'tcp' | 'tls';
  /** A mono WAV file, played from the answer on. */
  readonly says: string;
  /** A file in PEM. With it the audio must be encrypted (SDES). */
  readonly authority?: string;
}

/** linphonec, a foreign user agent, as a person's softphone. It answers each call. */
export class Linphone {
  output = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  private constructor(private readonly folder: string) {
    const words = ['-a', '-c', join(folder, 'linphonerc')];
    this.#child = spawn('linphonec', words, {
      env: { ...process.env, HOME: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    }
    this.#ended = new Promise((done) => this.#child.once('close', () => done()));
  }

  static async start(options: LinphoneOptions): Promise<Linphone> {
    const { folder, says, port, transport, user, password, authority } = options;
    // Without a place for its database it does not register.
    mkdirSync(join(folder, '.local', 'share', 'linphone'), { recursive: true });
    const own = await freePort();
    const open = (name: string): number => (name === transport ? own : 0);
    const lines = [
      '[sip]',
      `sip_port=${open('udp')}`,
      `sip_tcp_port=${open('tcp')}`,
      `sip_tls_port=${open('tls')}`,
      'guess_hostname=0',
      'use_ipv6=0',
      'default_proxy=0',
      ...(authority === undefined
        ? []
        : [`root_ca=${authority}`, 'media_encryption=srtp', 'media_encryption_mandatory=1']),
      '[rtp]',
      `audio_rtp_port=${await freePort()}`,
      '[proxy_0]',
      `reg_proxy=<sip:127.0.0.1:${port};transport=${transport}>`,
      `reg_identity=sip:${user}@aics`,
      'reg_expires=60',
      'reg_sendregister=1',
      '[auth_info_0]',
      `username=${user}`,
      `passwd=${password}`,
      'realm=aics',
    ];
    writeFileSync(join(folder, 'linphonerc'), `${lines.join('\n')}\n`);
    const linphone = new Linphone(folder);
    linphone.run('soundcard use files');
    linphone.run(`play ${says}`);
    linphone.run(`record ${linphone.heard}`);
    return linphone;
  }

  /** A command, as a person types it. */
  run(command: string): void {
    this.#child.stdin?.write(`${command}\n`);
  }

  /** Resolves when it has printed something. @throws Error after twenty seconds */
  async until(text: RegExp): Promise<void> {
    for (const end = Date.now() + 20_000; !text.test(this.output);) {
      if (Date.now() > end) throw new Error(`linphonec printed nothing like ${String(text)}: ${this.output}`);
      await new Promise((wait) => setTimeout(wait, 20));
    }
  }

  /** The file with the received audio. */
  get heard(): string {
    return join(this.folder, 'heard.wav');
  }

  /** Ends its registration, too. */
  async quit(): Promise<void> {
    this.run('quit');
    await this.#ended;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
