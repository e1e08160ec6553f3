import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { spoiledOctets } from './spoiled.mjs';

const SDP = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40000 RTP/AVP 8',
  '',
].join('\r\n');
const TALK_MS = 1_500;
const REASON = 'Reason: Q.850;cause=16;text="Normal"';

/** A SIP server over UDP whose messages hold control characters and octets that are no text. */
export class SpoiledPhone {
  address = '';
  received = 0;
  #socket = createSocket('udp4');
  #random;
  #calls = 0;
  /** INVITEs that were received, by Call-ID. */
  #invites = new Map();
  /** Call-IDs of INVITEs whose final response was understood. */
  #acknowledged = new Set();

  /** @param {import('../../lib/random.mjs').Random} random */
  static async open(random) {
    const phone = new SpoiledPhone(random);
    phone.#socket.bind(0, '127.0.0.1');
    await once(phone.#socket, 'listening');
    phone.address = `127.0.0.1:${phone.#socket.address().port}`;
    return phone;
  }

  constructor(random) {
    this.#random = random;
    this.#socket.on('message', (message, { port }) => {
      const text = message.toString('latin1');
      this.received += 1;
      const [method] = text.split(' ', 1);
      if (method === 'SIP/2.0') this.#repeatRefusedBye(text, port);
      else if (method === 'INVITE') this.#answer(text, port);
      else if (method === 'ACK') this.#hangUpLater(headerOf(text, 'Call-ID'), port);
      else this.#reply(text, port, '200 OK');
    });
  }

  /** Sends an INVITE, one header of it spoiled. */
  call(port, called) {
    const at = ++this.#calls;
    const caller = `+9197${20_000_000 + at}`;
    const lines = [
      `Via: SIP/2.0/UDP ${this.address};branch=z9hG4bK-f${at};rport`,
      'Max-Forwards: 70',
      `From: "Caller" <sip:${caller}@pbx.example>;tag=t${at}`,
      `To: "Called" <sip:${called}@service.example>`,
      `Call-ID: fuzz-${at}-${this.address}`,
      'CSeq: 1 INVITE',
      `Contact: <sip:phone@${this.address}>`,
      `P-Asserted-Identity: "Caller" <sip:${caller}@pbx.example>`,
      `Record-Route: <sip:${this.address};lr>`,
      'Diversion: <sip:other@pbx.example>;reason=busy',
      'User-Agent: phone',
      'Subject: hello',
    ];
    const spoilt = this.#random.below(lines.length + 1);
    const user = spoilt === lines.length ? `${called}%00` : called;
    const request = [
      `INVITE sip:${user}@service.example SIP/2.0`,
      ...lines.map((line, n) => (n === spoilt ? this.#spoil(line) : line)),
    ];
    this.#send([...request, 'Content-Type: application/sdp'], SDP, port);
  }

  close() {
    this.#socket.close();
  }

  #answer(invite, port) {
    this.#reply(invite, port, '180 Ringing');
    const random = this.#random;
    const callId = headerOf(invite, 'Call-ID');
    this.#invites.set(callId, invite);
    if (random.chance(0.5)) {
      const status = random.pick(['404 Not Found', '486 Busy Here', '503 Unavailable', '603 Decline']);
      this.#reply(invite, port, status, [this.#spoil('Reason: Q.850;cause=17;text="User busy"')]);
    } else this.#reply(invite, port, '200 OK', ['Content-Type: application/sdp'], SDP);
    setTimeout(() => {
      if (!this.#acknowledged.has(callId)) this.#reply(invite, port, '486 Busy Here', [], '', false);
    }, TALK_MS).unref();
  }

  /** Counts from the ACK, as a busy machine may send it late. */
  #hangUpLater(callId, port) {
    this.#acknowledged.add(callId);
    const invite = this.#invites.get(callId);
    if (invite !== undefined) setTimeout(() => this.#hangUp(invite, port), TALK_MS).unref();
  }

  /** A spoiled BYE may be malformed and get a 400, which ends no call. */
  #repeatRefusedBye(response, port) {
    const invite = this.#invites.get(headerOf(response, 'Call-ID'));
    const isRefused = response.startsWith('SIP/2.0 400 ') && headerOf(response, 'CSeq') === '1 BYE';
    if (invite !== undefined && isRefused) this.#hangUp(invite, port, false);
  }

  /** @param {string[]} more */
  #reply(request, port, status, more = [], body = '', isSpoiled = true) {
    const of = (name) => headerOf(request, name);
    const head =
      isSpoiled && this.#random.chance(0.7) ? this.#spoil(`SIP/2.0 ${status}`) : `SIP/2.0 ${status}`;
    const tag = of('To').includes(';tag=') ? '' : ';tag=phone';
    const headers = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${of(name)}`);
    const contact = `Contact: <sip:phone@${this.address}>`;
    const server = isSpoiled ? this.#spoil('Server: phone') : 'Server: phone';
    this.#send([head, ...headers, `To: ${of('To')}${tag}`, contact, server, ...more], body, port);
  }

  #hangUp(invite, port, isSpoiled = true) {
    const of = (name) => headerOf(invite, name);
    const target = /<([^<>]*)>/.exec(of('Contact'))?.[1] ?? 'sip:service';
    this.#send(
      [
        `BYE ${target} SIP/2.0`,
        `Via: SIP/2.0/UDP ${this.address};branch=z9hG4bK-b${++this.#calls};rport`,
        'Max-Forwards: 70',
        `From: ${of('To')};tag=phone`,
        `To: ${of('From')}`,
        `Call-ID: ${of('Call-ID')}`,
        'CSeq: 1 BYE',
        isSpoiled ? this.#spoil(REASON) : REASON,
      ],
      '',
      port,
    );
  }

  /** A line whose value, behind its name, is spoiled; a status line behind its code. */
  #spoil(line) {
    const isStatus = line.startsWith('SIP/2.0');
    const at = isStatus ? 12 : line.indexOf(':') + 2;
    const text = spoiledOctets(line.slice(at), this.#random).toString('latin1');
    return line.slice(0, at) + (isStatus ? text.replaceAll('\r\n', ' ') : text);
  }

  #send(lines, body, port) {
    const text = [...lines, `Content-Length: ${body.length}`, '', body].join('\r\n');
    this.#socket.send(Buffer.from(text, 'latin1'), port, '127.0.0.1');
  }
}

const headerOf = (text, name) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
