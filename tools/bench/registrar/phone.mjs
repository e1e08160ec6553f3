import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** RFC 3261 section 17.1.2.2, for as long as a person waits. */
const RETRANSMIT_MS = [500, 1_000, 2_000];
/** Longer than the time between two refreshes. */
const EXPIRES_S = 120;
const REALM = 'aics';

/**
 * A softphone with an address of its own on loopback: it registers over UDP by digest, answers OPTIONS, and is busy.
 *
 * @typedef {object} PhoneOptions
 * @property {any} digest the module `sip/domain/digest/digest.js` of a build
 * @property {{username: string, password: string}} user
 * @property {number} port of the service's SIP, on 127.0.0.1
 * @property {string} address in 127.0.0.0/8
 */
export class RegisteringPhone {
  /** When each INVITE came, on the clock of `performance.now()`. */
  rungAt = [];
  #options;
  #socket = createSocket('udp4');
  #callId = randomBytes(12).toString('hex');
  #tag = randomBytes(4).toString('hex');
  #cseq = 0;
  #challenge = null;
  /** How often this challenge was answered. */
  #count = 0;
  /** Those who wait for the response to a CSeq. */
  #waiting = new Map();
  #rung = new Set();

  /** @param {PhoneOptions} options */
  static async open(options) {
    const phone = new RegisteringPhone(options);
    phone.#socket.bind(0, options.address);
    await once(phone.#socket, 'listening');
    return phone;
  }

  /** @param {PhoneOptions} options */
  constructor(options) {
    this.#options = options;
    this.#socket.on('message', (octets) => this.#received(octets.toString('latin1')));
  }

  get username() {
    return this.#options.user.username;
  }

  /**
   * Registers, or refreshes: by the last challenge, and by a new one where the service requires it.
   * @param {{password?: string, retransmits?: boolean}} [how] another password than its own
   * @returns {Promise<number | null>} the last status; null: no response came
   */
  async register({ password = this.#options.user.password, retransmits = true } = {}) {
    const status = await this.#send(password, retransmits);
    return status === 401 ? this.#send(password, retransmits) : status;
  }

  close() {
    this.#socket.close();
  }

  async #send(password, retransmits) {
    const cseq = ++this.#cseq;
    const text = this.#request(cseq, password);
    const response = new Promise((resolve) => this.#waiting.set(cseq, resolve));
    for (const [at, waitMs] of RETRANSMIT_MS.entries()) {
      if (at === 0 || retransmits) this.#write(text);
      const status = await Promise.race([response, sleep(waitMs)]);
      if (status !== undefined) return status;
    }
    this.#waiting.delete(cseq);
    return null;
  }

  #request(cseq, password) {
    const { user, digest } = this.#options;
    const { address, port } = this.#socket.address();
    const uri = `sip:${REALM}`;
    const own = `<sip:${user.username}@${REALM}>`;
    const lines = [
      `REGISTER ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${address}:${port};branch=z9hG4bK${randomBytes(8).toString('hex')};rport`,
      'Max-Forwards: 70',
      `From: ${own};tag=${this.#tag}`,
      `To: ${own}`,
      `Call-ID: ${this.#callId}`,
      `CSeq: ${cseq} REGISTER`,
      `Contact: <sip:${user.username}@${address}:${port}>`,
      `Expires: ${EXPIRES_S}`,
    ];
    if (this.#challenge !== null) {
      const answering = { method: 'REGISTER', uri, cnonce: this.#tag, count: ++this.#count };
      const by = { username: user.username, password };
      lines.push(`Authorization: ${digest.answerChallenge(this.#challenge, by, answering, hash)}`);
    }
    return [...lines, 'Content-Length: 0', '', ''].join('\r\n');
  }

  #received(text) {
    const [, method] = /^([A-Z]+) sip:/.exec(text) ?? [];
    if (method === 'OPTIONS') this.#respond(text, '200 OK');
    else if (method === 'INVITE') this.#ring(text);
    if (method !== undefined) return;
    const status = Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1]);
    const cseq = Number(headerOf(text, 'CSeq')?.split(' ')[0]);
    const challenge = headerOf(text, 'WWW-Authenticate');
    if (challenge !== undefined) {
      this.#challenge = this.#options.digest.parseChallenge(challenge, false);
      this.#count = 0;
    }
    this.#waiting.get(cseq)?.(status);
    this.#waiting.delete(cseq);
  }

  #ring(text) {
    const callId = headerOf(text, 'Call-ID');
    if (!this.#rung.has(callId)) this.rungAt.push(performance.now());
    this.#rung.add(callId);
    this.#respond(text, '486 Busy Here');
  }

  #respond(request, status) {
    const copied = request.split('\r\n').filter((line) => /^(via|from|call-id|cseq):/i.test(line));
    const to = `To: ${headerOf(request, 'To')};tag=${this.#tag}`;
    this.#write([`SIP/2.0 ${status}`, ...copied, to, 'Content-Length: 0', '', ''].join('\r\n'));
  }

  #write(text) {
    this.#socket.send(Buffer.from(text, 'latin1'), this.#options.port, '127.0.0.1');
  }
}

function hash(algorithm, text) {
  return createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text, 'latin1')
    .digest('hex');
}

/** The first of that name. */
function headerOf(text, name) {
  return new RegExp(`^${name}: *(.*)\r$`, 'im').exec(text)?.[1];
}
