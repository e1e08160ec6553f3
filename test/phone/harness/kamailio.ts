import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { programAt } from './foreign';
import { freePort } from '../../harness/free-port';

/** Media goes through rtpengine, whose address replaces those in both SDPs. */
const anchor = (profile = '') => `rtpengine_manage("replace-origin replace-session-connection ${profile}");`;
const ANCHOR = anchor();
/** SRTP with who came over TLS, RTP with all others. */
const OFFER = `if ($ru =~ "transport=tls") { ${anchor('RTP/SAVP DTLS=off')} } else { ${anchor('RTP/AVP')} }`;

/** Files in PEM. Clients must show a certificate of the authority. */
export interface KamailioTls {
  readonly cert: string;
  readonly key: string;
  readonly authority: string;
  /** Versions of TLS, as Kamailio writes them; 1.2 and later by default. */
  readonly method?: string;
}

const tlsLines = (port: number, file: string) => `enable_tls=yes
listen=tls:127.0.0.1:${port}
loadmodule "tls.so"
modparam("tls", "config", "${file}")`;

const tlsFile = ({ cert, key, authority, method = 'TLSv1.2+' }: KamailioTls) => `[server:default]
method = ${method}
cipher_list = ${method === 'TLSv1.1' ? 'DEFAULT:@SECLEVEL=0' : 'DEFAULT'}
verify_certificate = yes
require_certificate = yes
private_key = ${key}
certificate = ${cert}
ca_list = ${authority}
[client:default]
method = TLSv1.2+
verify_certificate = yes
require_certificate = yes
ca_list = ${authority}
`;

/**
 * Registers and challenges, whatever the name, with one password; records routes; joins UDP and TCP. Two UDP workers
 * (`children`) could forward the 180 and the 200 of a phone that answers at once in either order.
 */
const config = (port: number, control: number, password: string, tls: string) => `#!KAMAILIO
debug=0
log_stderror=yes
children=1
tcp_children=2
auto_aliases=no
dns=no
rev_dns=no
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
${'kex tm tmx sl rr pv maxfwd textops siputils auth usrloc registrar rtpengine'
  .split(' ')
  .map((name) => `loadmodule "${name}.so"`)
  .join('\n')}
${tls}
modparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:${control}")
modparam("rr", "enable_double_rr", 1)
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  if (has_totag()) {
    if (loose_route()) {
      if (is_method("BYE")) { rtpengine_delete(); }
      if (has_body("application/sdp")) { ${ANCHOR} }
      t_on_reply("SDP");
      t_relay();
      exit;
    }
    if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
    sl_send_reply("404", "Not Here");
    exit;
  }
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$td", "${password}", "0")) { www_challenge("$td", "1"); exit; }
    save("location");
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  if (!pv_proxy_authenticate("$fd", "${password}", "0")) { proxy_challenge("$fd", "1"); exit; }
  consume_credentials();
  record_route();
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  if (has_body("application/sdp")) { ${OFFER} }
  t_on_reply("SDP");
  t_relay();
}
onreply_route[SDP] {
  if (has_body("application/sdp")) { ${ANCHOR} }
}
`;

const RTP_PORTS = 400;
/** Suites that run at once share no ports. */
const FIRST_RTP_PORT = 30_000 + RTP_PORTS * Number(process.env['JEST_WORKER_ID'] ?? 1);
/**
 * Requires session timers of an hour at least (module sst), which it adds for a far side that has none. One
 * child: of two, the one with the BYE may overtake the one with the ACK.
 */
const timersConfig = (port: number, to: number) => `#!KAMAILIO
debug=0
log_stderror=yes
children=1
auto_aliases=no
dns=no
rev_dns=no
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
${['kex', 'tm', 'tmx', 'sl', 'rr', 'pv', 'maxfwd', 'textops', 'siputils', 'dialog', 'sst']
  .map((name) => `loadmodule "${name}.so"`)
  .join('\n')}
modparam("dialog", "timeout_avp", "$avp(i:10)")
modparam("sst", "timeout_avp", "$avp(i:10)")
modparam("sst", "sst_flag", 6)
modparam("sst", "min_se", 3600)
request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
    sl_send_reply("404", "Not Here");
    exit;
  }
  if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
  if (!is_present_hf("Session-Expires")) { sl_send_reply("421", "Extension Required"); exit; }
  setflag(6);
  dlg_manage();
  # The module has sent 422 with Min-SE.
  if ($(hdr(Session-Expires){s.int}) < 3600) { exit; }
  record_route();
  $du = "sip:127.0.0.1:${to}";
  t_relay();
}
`;

/** Kamailio with rtpengine: a provider's trunk on this machine. */
export class Kamailio {
  /** rtpengine's report on its calls, when they have ended. */
  media = '';
  #output = '';
  readonly #children: ChildProcess[] = [];

  private constructor(
    readonly port: number,
    readonly tlsPort = 0,
  ) {}

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** In an empty folder of its own. */
  static async start(folder: string, password: string, tls: KamailioTls | null = null): Promise<Kamailio> {
    mkdirSync(folder);
    const [port, control, tlsPort] = [await freePort(), await freePort(), await freePort()];
    const kamailio = new Kamailio(port, tlsPort);
    if (tls) writeFileSync(join(folder, 'tls.cfg'), tlsFile(tls));
    const ofTls = tls ? tlsLines(tlsPort, join(folder, 'tls.cfg')) : '';
    kamailio.#run('rtpengine', (text) => (kamailio.media += text), [
      '--config-file=none',
      '--table=-1',
      '--interface=127.0.0.1',
      `--listen-ng=127.0.0.1:${control}`,
      `--port-min=${FIRST_RTP_PORT}`,
      `--port-max=${FIRST_RTP_PORT + RTP_PORTS - 1}`,
      '--foreground',
      '--log-stderr',
      '--log-level=6',
      '--delete-delay=0',
      `--pidfile=${join(folder, 'rtpengine.pid')}`,
    ]);
    await kamailio.#serve(folder, config(port, control, password, ofTls));
    return kamailio;
  }

  /** Between a caller and a phone on this machine, and requires session timers. Without rtpengine. */
  static async withTimers(folder: string, to: number): Promise<Kamailio> {
    mkdirSync(folder);
    const kamailio = new Kamailio(await freePort());
    await kamailio.#serve(folder, timersConfig(kamailio.port, to));
    return kamailio;
  }

  async #serve(folder: string, text: string): Promise<void> {
    writeFileSync(join(folder, 'kamailio.cfg'), text);
    this.#run('kamailio', (output) => (this.#output += output), [
      '-f',
      join(folder, 'kamailio.cfg'),
      '-DD',
      '-E',
      '-P',
      join(folder, 'kamailio.pid'),
      '-Y',
      folder,
      '-w',
      folder,
    ]);
    await this.#listens();
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        if (child.exitCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'close');
      }),
    );
  }

  #run(name: string, take: (text: string) => void, words: readonly string[]): void {
    const child = spawn(programAt(name) ?? name, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => take(text.toString()));
    }
    this.#children.push(child);
  }

  async #listens(): Promise<void> {
    for (
      const end = Date.now() + 10_000;
      Date.now() < end;
      await new Promise((wait) => setTimeout(wait, 50))
    ) {
      const open = await new Promise<boolean>((done) => {
        const socket = createConnection(this.port, '127.0.0.1');
        socket.once('connect', () => {
          done(true);
          socket.destroy();
        });
        socket.once('error', () => done(false));
      });
      if (open) return;
    }
    throw new Error(`Kamailio does not listen: ${this.#output} ${this.media}`);
  }
}
