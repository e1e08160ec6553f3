import { createRequire } from 'node:module';

const AUDIO = { port: 40_000, codecs: ['pcma'], telephoneEvent: true, direction: 'sendrecv' };
const ANSWER = { audio: AUDIO, peer: {}, contact: 'provider' };

/**
 * A telephone provider on this machine: it answers calls, or lets phones ring, and remembers what came.
 *
 * @typedef {object} FarCall
 * @property {string} reference the call's id and the number of its dial, from the Call-ID
 * @property {string} called the Request-URI
 * @property {number} at when the INVITE came, in milliseconds since the epoch, as `endedAt`
 * @property {number | null} endedAt
 * @property {'bye' | 'cancel' | 'us' | null} endedBy
 */
export class Provider {
  /** @type {FarCall[]} */
  calls = [];
  mostActive = 0;
  #active = 0;
  #endpoint;

  /**
   * @param {string} dist the build whose SIP is spoken
   * @param {(call: any, seen: FarCall, provider: Provider) => void} behaviour
   */
  static async open(dist, behaviour) {
    const provider = new Provider();
    const { openSipEndpoint } = createRequire(`${dist}/src/main.js`)('./sip/index.js');
    provider.#endpoint = await openSipEndpoint({
      host: '127.0.0.1',
      port: 0,
      hooks: { known: () => true, incoming: (call) => provider.#take(call, behaviour) },
    });
    return provider;
  }

  /** `HOST:PORT`, for --server. */
  get address() {
    return `127.0.0.1:${this.#endpoint.port}`;
  }

  ring(call) {
    call.ring(ANSWER);
  }

  /**
   * Rings and answers.
   * @param {any} call
   * @param {FarCall} seen
   * @param {number | null} hangUpAfterMs null: the caller hangs up
   */
  answer(call, seen, hangUpAfterMs = null) {
    call.ring(ANSWER);
    const session = call.answer({ ...ANSWER, handlers: { onEnded: () => this.#end(seen, 'bye') } });
    if (hangUpAfterMs === null) return;
    setTimeout(() => {
      this.#end(seen, 'us');
      void session?.hangUp();
    }, hangUpAfterMs).unref();
  }

  /**
   * Calls a number at the service's SIP port.
   *
   * @param {number} port
   * @param {string} called
   * @param {string} caller
   */
  dial(port, called, caller) {
    /** @type {{callId: string, ringingAt: number | null, answeredAt: number | null, endedAt: number | null, giveUp: () => void}} */
    const seen = { callId: '', ringingAt: null, answeredAt: null, endedAt: null, giveUp: () => undefined };
    const call = this.#endpoint.userAgent.call(
      {
        targets: [{ transport: 'udp', address: '127.0.0.1', port }],
        peer: {},
        contact: 'provider',
        requestUri: `sip:${called}@service.example`,
        to: { uri: `sip:${called}@service.example` },
        from: { uri: `sip:${caller}@provider.example` },
        audio: AUDIO,
      },
      {
        provisional: ({ status }) => {
          if (status === 180) seen.ringingAt ??= Date.now();
        },
        onAnswered: (session) => {
          seen.answeredAt = Date.now();
          seen.callId = session.record.callId;
          session.listen({ onEnded: () => (seen.endedAt = Date.now()) });
        },
        onFailed: () => undefined,
      },
    );
    seen.giveUp = () => call.cancel();
    return seen;
  }

  refuse(call, seen, status) {
    this.#end(seen, 'us');
    call.reject(status);
  }

  async close() {
    await this.#endpoint.userAgent.close();
  }

  #take(call, behaviour) {
    const reference = call.callId.split('-', 1)[0];
    const seen = { reference, called: call.requestUri, at: Date.now(), endedAt: null, endedBy: null };
    this.calls.push(seen);
    this.mostActive = Math.max(this.mostActive, ++this.#active);
    call.onCanceled(() => this.#end(seen, 'cancel'));
    behaviour(call, seen, this);
  }

  #end(seen, by) {
    if (seen.endedAt !== null) return;
    [seen.endedAt, seen.endedBy] = [Date.now(), by];
    this.#active -= 1;
  }
}
