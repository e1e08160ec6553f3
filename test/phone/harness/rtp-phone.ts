import type { KeyMove } from '../../../src/media/domain/tones/dtmf';
import { emptyPacket, readRtp, writeRtpHeader } from '../../../src/media/domain/rtp/rtp-packet';
import type { RtpRemote } from '../../../src/media/domain/rtp/rtp-remote';
import { RtpSession } from '../../../src/media/domain/rtp/rtp-session';
import { NODE_PRIMITIVES } from '../../../src/media/infrastructure/srtp-primitives';

interface Datagram {
  readonly bytes: Uint8Array;
  readonly to: string;
}

export const REMOTE: RtpRemote = {
  address: '10.0.0.2',
  port: 4_000,
  codec: 'PCMA',
  events: { send: 101, receive: [101] },
  sources: [],
};

/** A session whose packets are kept. */
export class Phone {
  readonly rtp: Datagram[] = [];
  readonly rtcp: Datagram[] = [];
  readonly keys: string[] = [];
  readonly session: RtpSession;
  readonly frame = new Int16Array(160);
  now = 0;

  constructor(ssrc = 1, remote: RtpRemote | null = REMOTE) {
    this.session = new RtpSession(
      { ssrc, sequence: 65_530, timestamp: 0xffff_ff00, cname: 'a@b' },
      {
        rtp: (bytes, length, address, port) =>
          this.rtp.push({ bytes: bytes.slice(0, length), to: `${address}:${port}` }),
        rtcp: (bytes, address, port) => this.rtcp.push({ bytes, to: `${address}:${port}` }),
      },
      (move: NonNullable<KeyMove>) => this.keys.push(move.move === 'down' ? move.key : '^'),
      NODE_PRIMITIVES,
    );
    if (remote) this.session.setRemote(remote);
  }

  tick(ms = 20, frame: Int16Array = this.frame.fill(0)): void {
    for (const until = this.now + ms; this.now < until; this.now += 20) this.session.send(frame, this.now);
  }

  hear(): Int16Array {
    const frame = new Int16Array(160);
    this.session.receive(frame, this.now);
    return frame;
  }

  get statistics() {
    return this.session.statistics(this.now);
  }
}

/** A packet of PCMU. */
export function packet(
  sequence: number,
  { ssrc = 9, payloadType = 0, payload = new Uint8Array(160).fill(200) } = {},
) {
  const bytes = new Uint8Array(12 + payload.length);
  writeRtpHeader(bytes, payloadType, false, sequence & 0xffff, (sequence * 160) >>> 0, ssrc);
  bytes.set(payload, 12);
  return bytes;
}

export const header = (bytes: Uint8Array) => {
  const read = emptyPacket();
  readRtp(bytes, read);
  return read;
};
