import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MediaLegs } from '../../dist/src/media/index.js';
import { openSipEndpoint } from '../../dist/src/sip/index.js';
import { UsageError } from './options.mjs';
import { PhoneCall } from './phone-call.mjs';

const ANY = '0.0.0.0';
const EXPIRES_S = 300;
/** RFC 3711: a key of 16 octets, and a salt of 14. */
const SRTP_KEY_BYTES = 30;
/** So long the other side may take to answer a CANCEL or BYE. */
const GOODBYE_MS = 10_000;

/** A telephone: is called, calls, or both; any number of calls at once, each led alike. */
export class Softphone {
  #calls = new Map();
  /** Calls of ours that nobody answered yet, each with its end. */
  #pending = new Map();
  /** BYEs that are not answered yet. */
  #goodbyes = new Set();
  #count = 0;
  #registration = null;
  #requests = new Set();

  static async open(options, audio, events) {
    const phone = new Softphone(options, audio, events);
    await phone.#open();
    return phone;
  }

  constructor(options, audio, events) {
    const host = options.listen?.host ?? ANY;
    this.options = { ...options, mediaHost: host };
    this.audio = audio;
    this.events = events;
    this.user = options.username ?? 'softphone';
    this.legs = new MediaLegs({ ports: '0', host });
    const { username, password } = options;
    this.peer = username === undefined ? {} : { credentials: { username, password } };
  }

  /** Calls; resolves at the end of the call with whether it was answered. */
  async dial(uri) {
    const targets = await this.#targets(uri);
    const call = await this.#newCall(false);
    const { register } = this.options;
    const own = register ?? `sip:${this.user}@${hostOf(uri)}`;
    const outgoing = this.endpoint.userAgent.call(
      {
        targets,
        peer: this.peer,
        requestUri: uri,
        from: { uri: own },
        to: { uri },
        contact: this.user,
        audio: await this.#audioOf(call),
      },
      {
        provisional: ({ status, reason, audio }) => {
          if (status === 180) call.tell('ringing');
          else call.tell('provisional', { status, reason });
          if (audio) call.follow(audio);
        },
        onAnswered: (session, audio) => {
          this.#pending.delete(outgoing);
          call.follow(audio, session.record.peer.address);
          this.#answered(call, session);
        },
        onFailed: (failure) => {
          this.#pending.delete(outgoing);
          void this.#end(call, failedBy(failure));
        },
      },
    );
    this.#pending.set(outgoing, call.finished);
    return call.finished;
  }

  /** Hangs up, takes the registration back, and closes all. */
  async close() {
    for (const outgoing of this.#pending.keys()) outgoing.cancel();
    for (const call of this.#calls.values()) if (call.session) this.#goodbyes.add(call.hangUp());
    const said = Promise.all([...this.#pending.values(), ...this.#goodbyes]);
    await Promise.race([said, sleep(GOODBYE_MS, undefined, { ref: false })]);
    await Promise.all([...this.#calls.values()].map((call) => this.#end(call, { by: 'local' })));
    await this.#registration?.stop();
    await this.endpoint.userAgent.close();
    await this.legs.close();
  }

  async #open() {
    const { listen, tlsCert, tlsKey, tlsCa, transport, register } = this.options;
    const overTls = transport === 'tls' && tlsCert;
    try {
      this.ca = tlsCa ? await readFile(tlsCa, 'utf8') : null;
      const tls = overTls && { cert: await readFile(tlsCert, 'utf8'), key: await readFile(tlsKey, 'utf8') };
      this.endpoint = await openSipEndpoint({
        host: listen?.host ?? ANY,
        // One port of each kind: the one that was asked for belongs to the transport that was asked for.
        port: overTls ? 0 : (listen?.port ?? 0),
        ...(tls && { tls: { port: listen?.port ?? 0, ...tls } }),
        settings: { product: 'softphone' },
        hooks: {
          known: () => true,
          incoming: (call) => void this.#incoming(call),
          trace: (message) => this.#trace(message),
        },
      });
    } catch (error) {
      throw refusal(error, listen) ?? error;
    }
    if (listen) {
      const port = overTls ? this.endpoint.tlsPort : this.endpoint.port;
      this.events.tell('listening', { address: `${listen.host}:${port}`, transport });
    }
    if (register) await this.#register(register);
  }

  async #register(uri) {
    this.#registration = this.endpoint.userAgent.register({
      targets: () => this.#targets(uri),
      peer: this.peer,
      registrar: `sip:${hostOf(uri)}`,
      uri,
      contact: this.user,
      expires: EXPIRES_S,
      onChanged: (state) => {
        if (state.registered) this.events.tell('registered', { expires_s: state.expiresS });
        else this.events.tell('not_registered', { status: state.status, reason: state.reason });
      },
    });
  }

  async #incoming(incoming) {
    const call = await this.#newCall(true);
    call.script = (await this.options.script?.of(incoming.requestUri)) ?? null;
    const { answerAfter, reject, reasonCause } = this.options;
    const common = { peer: this.peer, contact: this.user };
    const headers = reasonCause === undefined ? [] : [['reason', `Q.850;cause=${reasonCause}`]];
    incoming.onCanceled(() => void this.#end(call, { by: 'remote', reason: 'CANCEL' }));
    if (answerAfter !== null) {
      incoming.ring(common);
      call.tell('ringing');
      if (!(await this.#waited(answerAfter, incoming))) return;
    }
    if (reject !== undefined) {
      incoming.reject(reject, { headers });
      await this.#end(call, { by: 'local', status: reject });
      return;
    }
    const session = incoming.answer({
      ...common,
      audio: await this.#audioOf(call),
    });
    if (!session) {
      await this.#end(call, { by: 'local', status: 488 });
      return;
    }
    if (session.remoteAudio) call.follow(session.remoteAudio, incoming.source.address);
    this.#answered(call, session, incoming.source.address);
  }

  /** Whether the caller still waits after so many seconds. */
  async #waited(seconds, incoming) {
    if (seconds === Infinity) return false;
    await sleep(seconds * 1_000);
    return incoming.pending;
  }

  #answered(call, session, signalling = session.record.peer.address) {
    session.listen({
      audio: (audio) => call.follow(audio, signalling),
      dtmf: (key) => call.tell('dtmf', { key, by: 'info' }),
      onEnded: ({ by, why, q850 }) => {
        call.endedAt();
        void this.#end(call, {
          by,
          ...(why !== 'bye' && { reason: why }),
          ...(q850 !== null && { cause: q850 }),
        });
      },
    });
    call.answered(session);
  }

  async #newCall(called) {
    const number = ++this.#count;
    const leg = await this.legs.openRtp();
    const { options, audio, events } = this;
    const call = new PhoneCall({ number, called, leg, options, audio, events });
    this.#calls.set(number, call);
    return call;
  }

  /** The key of what it sends is new each call. */
  async #audioOf(call) {
    const { codec: codecs, srtp } = this.options;
    const audio = { port: await call.port(), codecs, telephoneEvent: true, direction: 'sendrecv' };
    return srtp ? { ...audio, srtpKey: randomBytes(SRTP_KEY_BYTES).toString('base64') } : audio;
  }

  async #end(call, fields) {
    await call.end(fields);
    this.#calls.delete(call.number);
    if (call.goodbye) {
      this.#goodbyes.add(call.goodbye);
      void call.goodbye.finally(() => this.#goodbyes.delete(call.goodbye));
    }
  }

  /** Requests that came, once each. */
  #trace({ direction, text, remote, callId }) {
    if (direction !== 'received' || text.startsWith('SIP/2.0 ')) return;
    const [method] = text.split(' ', 1);
    const known = `${method} ${/^(?:via|v)\s*:.*?branch=([^;,\s]+)/im.exec(text)?.[1]}`;
    if (this.#requests.has(known)) return;
    if (this.#requests.size > 10_000) this.#requests.clear();
    this.#requests.add(known);
    this.events.tell('request', { method, from: remote, call_id: callId });
  }

  async #targets(uri) {
    const { transport } = this.options;
    const server = { server: hostOf(uri), transport, tls: { verify: true, ca: this.ca } };
    const targets = await this.endpoint.resolver.targets([server]);
    if (targets.length === 0) throw new Error(`${hostOf(uri)} has no IPv4 address.`);
    return targets;
  }
}

/** What the command line should have been, when the system refuses what it asks for; else undefined. */
function refusal(error, listen) {
  const because = { cause: error };
  if (error.code === 'ENOENT') return new UsageError(`There is no file ${error.path}.`, because);
  if (error.code === 'EADDRNOTAVAIL')
    return new UsageError(`${listen.host} is no address of this machine.`, because);
  if (error.code !== 'EADDRINUSE') return undefined;
  return new Error(`Port ${listen.port} is in use: choose another, or 0 for any.`, because);
}

function hostOf(uri) {
  const [address = ''] = uri.replace(/^sips?:/, '').split(/[;?]/, 1);
  return address.slice(address.lastIndexOf('@') + 1);
}

/** How a call ended that nobody answered. */
function failedBy(failure) {
  switch (failure.kind) {
    case 'refused':
      return {
        by: 'remote',
        status: failure.status,
        reason: failure.reason,
        ...(failure.q850 !== null && { cause: failure.q850 }),
      };
    case 'canceled':
      return { by: 'local', reason: 'canceled' };
    default:
      return { by: 'failure', reason: failure.why ?? failure.kind };
  }
}
