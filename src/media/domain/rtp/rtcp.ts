import { at16, at32, at8, put16, put32 } from './rtp-packet';
import type { ReceptionReport } from './rtp-reception';

/** RFC 3550, 12.1: packet types. */
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const SOURCE_DESCRIPTION = 202;
const GOODBYE = 203;
const BLOCK_BYTES = 24;
const CNAME = 1;
const MAX_CNAME = 255;

export interface RtcpContents {
  /** The middle 32 bits of the sender's clock, for our response; null without a sender report. */
  readonly senderClock: number | null;
  /** Reception of our stream; null without a report block on it. */
  readonly ours: {
    readonly report: ReceptionReport;
    readonly lastReport: number;
    readonly delay: number;
  } | null;
  readonly goodbye: boolean;
}

/** As a sender with `sent`, else as a receiver. Clocks are in 65,536ths of a second. */
export interface RtcpReport {
  readonly ssrc: number;
  readonly cname: string;
  readonly sent: {
    /** Since 1900, on the clock that `timestamp` belongs to. */
    readonly ntpMs: number;
    readonly timestamp: number;
    readonly packets: number;
    readonly bytes: number;
  } | null;
  readonly received: {
    readonly ssrc: number;
    readonly report: ReceptionReport;
    readonly lastReport: number;
    readonly delay: number;
  } | null;
  readonly goodbye: boolean;
}

/** Null when it is no compound packet (RFC 3550, appendix A.2); `ourSsrc` selects the blocks about us. */
export function readRtcp(bytes: Uint8Array, ourSsrc: number): RtcpContents | null {
  const first = at8(bytes, 1);
  if (bytes.length < 8 || (first !== SENDER_REPORT && first !== RECEIVER_REPORT)) return null;
  let senderClock: number | null = null;
  let ours: RtcpContents['ours'] = null;
  let goodbye = false;
  for (let from = 0; from < bytes.length;) {
    const to = from + 4 * (at16(bytes, from + 2) + 1);
    if (at8(bytes, from) >> 6 !== 2 || to > bytes.length) return null;
    const type = at8(bytes, from + 1);
    if (type === GOODBYE) goodbye = true;
    if (type === SENDER_REPORT) senderClock = at32(bytes, from + 10);
    if (type === SENDER_REPORT || type === RECEIVER_REPORT) {
      const blocks = from + (type === SENDER_REPORT ? 28 : 8);
      const end = blocks + (at8(bytes, from) & 0x1f) * BLOCK_BYTES;
      if (end > to) return null;
      ours = blockOn(ourSsrc, bytes, blocks, end) ?? ours;
    }
    from = to;
  }
  return { senderClock, ours, goodbye };
}

/** The last report block on `ssrc` between two offsets. */
function blockOn(ssrc: number, bytes: Uint8Array, from: number, to: number): RtcpContents['ours'] {
  for (let at = to - BLOCK_BYTES; at >= from; at -= BLOCK_BYTES)
    if (at32(bytes, at) === ssrc) return readBlock(bytes, at);
  return null;
}

function readBlock(bytes: Uint8Array, at: number): NonNullable<RtcpContents['ours']> {
  return {
    report: {
      fractionLost: at8(bytes, at + 4),
      // 24 bits with a sign: duplicates make it negative.
      cumulativeLost: (at32(bytes, at + 4) << 8) >> 8,
      highestSequence: at32(bytes, at + 8),
      jitter: at32(bytes, at + 12),
    },
    lastReport: at32(bytes, at + 16),
    delay: at32(bytes, at + 20),
  };
}

/** Report, source description with the canonical name, and a goodbye. */
export function writeRtcp({ ssrc, cname, sent, received, goodbye }: RtcpReport): Uint8Array {
  const name = Uint8Array.from(cname.slice(0, MAX_CNAME), (character) => character.charCodeAt(0) & 0x7f);
  const reportBytes = (sent ? 28 : 8) + (received ? BLOCK_BYTES : 0);
  // The items end with at least one zero, and fill a word.
  const descriptionBytes = 8 + 4 * Math.ceil((2 + name.length + 1) / 4);
  const bytes = new Uint8Array(reportBytes + descriptionBytes + (goodbye ? 8 : 0));
  header(bytes, 0, received ? 1 : 0, sent ? SENDER_REPORT : RECEIVER_REPORT, reportBytes, ssrc);
  if (sent) {
    const seconds = Math.floor(sent.ntpMs / 1_000);
    put32(bytes, 8, seconds);
    put32(bytes, 12, Math.floor(((sent.ntpMs - seconds * 1_000) / 1_000) * 2 ** 32));
    put32(bytes, 16, sent.timestamp);
    put32(bytes, 20, sent.packets);
    put32(bytes, 24, sent.bytes);
  }
  if (received) writeBlock(bytes, sent ? 28 : 8, received);
  header(bytes, reportBytes, 1, SOURCE_DESCRIPTION, descriptionBytes, ssrc);
  bytes[reportBytes + 8] = CNAME;
  bytes[reportBytes + 9] = name.length;
  bytes.set(name, reportBytes + 10);
  if (goodbye) header(bytes, reportBytes + descriptionBytes, 1, GOODBYE, 8, ssrc);
  return bytes;
}

function writeBlock(bytes: Uint8Array, at: number, received: NonNullable<RtcpReport['received']>): void {
  const { report } = received;
  put32(bytes, at, received.ssrc);
  put32(bytes, at + 4, (report.fractionLost << 24) | (report.cumulativeLost & 0xff_ffff));
  put32(bytes, at + 8, report.highestSequence);
  put32(bytes, at + 12, report.jitter);
  put32(bytes, at + 16, received.lastReport);
  put32(bytes, at + 20, received.delay);
}

function header(
  bytes: Uint8Array,
  at: number,
  count: number,
  type: number,
  size: number,
  ssrc: number,
): void {
  bytes[at] = 0x80 | count;
  bytes[at + 1] = type;
  put16(bytes, at + 2, size / 4 - 1);
  put32(bytes, at + 4, ssrc);
}
