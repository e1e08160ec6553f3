import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DIST } from '../../lib/paths.mjs';
import { FRAME_MS, FRAME_SAMPLES, framesOf, SILENT_FRAME } from './live-page.mjs';

const { openSipEndpoint } = createRequire(import.meta.url)(join(DIST, 'src/sip/index.js'));

const HOST = '127.0.0.1';
const RTP_HEADER_BYTES = 12;
const LOOK_MS = 2;

/**
 * Telephones that answer every call, say the same again and again, and know when the first packet of each saying left.
 */
export class PacketPhones {
  #endpoint;
  #calls = [];
  #clock;
  frames;
  everyFrames;
  /** The reference of each call, and when its sayings began on the clock of `performance.now()`. */
  said = new Map();

  /** @param {{saying: Int16Array, everyMs: number}} what */
  static async open({ saying, everyMs }) {
    const phones = new PacketPhones(framesOf(saying), everyMs / FRAME_MS);
    phones.#endpoint = await openSipEndpoint({
      host: HOST,
      port: 0,
      hooks: { known: () => true, incoming: (call) => void phones.#answer(call) },
    });
    return phones;
  }

  constructor(frames, everyFrames) {
    [this.frames, this.everyFrames] = [frames, everyFrames];
    this.#clock = setInterval(() => this.#send(), LOOK_MS);
  }

  /** `HOST:PORT`, for --server. */
  get address() {
    return `${HOST}:${this.#endpoint.port}`;
  }

  async close() {
    clearInterval(this.#clock);
    for (const { socket } of this.#calls) socket.close();
    await this.#endpoint.userAgent.close();
  }

  async #answer(incoming) {
    const socket = await evenSocket();
    const audio = {
      port: socket.address().port,
      codecs: ['pcmu'],
      telephoneEvent: true,
      direction: 'sendrecv',
    };
    const session = incoming.answer({ peer: {}, contact: 'phone', audio, handlers: {} });
    if (!session?.remoteAudio) return;
    const { address, port } = session.remoteAudio;
    // Our reference: the call's id and the number of its dial.
    const id = incoming.callId.split('.', 1)[0];
    this.said.set(id, []);
    const number = this.#calls.length;
    // Neither packets nor sayings of all calls leave at once.
    const offset = Math.floor((number * this.everyFrames * 0.618) % this.everyFrames);
    const call = { id, socket, address, port, number, offset, from: performance.now(), sent: 0 };
    session.listen({
      onEnded: () => {
        call.sent = Infinity;
      },
    });
    this.#calls.push(call);
  }

  #send() {
    for (const call of this.#calls) {
      const due = (performance.now() - call.from) / FRAME_MS;
      for (; call.sent < due; call.sent++) {
        const at = (call.sent + call.offset) % this.everyFrames;
        if (at === 0) this.said.get(call.id).push(performance.now());
        call.socket.send(packetOf(call, this.frames[at] ?? SILENT_FRAME), call.port, call.address);
      }
    }
  }
}

function packetOf({ sent, number }, frame) {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + frame.length);
  packet[0] = 0x80;
  packet.writeUInt16BE(sent & 0xffff, 2);
  packet.writeUInt32BE((sent * FRAME_SAMPLES) >>> 0, 4);
  packet.writeUInt32BE(number + 1, 8);
  frame.copy(packet, RTP_HEADER_BYTES);
  return packet;
}

/** RTP ports are even. */
async function evenSocket() {
  for (;;) {
    const socket = createSocket('udp4').bind(0, HOST);
    await once(socket, 'listening');
    if (socket.address().port % 2 === 0) return socket;
    socket.close();
  }
}
