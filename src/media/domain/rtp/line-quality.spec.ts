import { Phone, REMOTE } from '../../../../test/phone/harness/rtp-phone';
import { meanOpinionScore } from '../../../shared-kernel/line-quality';

const TALK_MS = 60_000;
const TICK_MS = 20;
/** A round trip of this time, half of it each way. */
const DELAY_MS = 30;

interface Relay {
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly seed: number;
  /** Nothing arrives before. */
  readonly fromMs?: number;
}

/** Two phones talk for a minute through a relay that loses and delays; on a clock that is moved. */
function talk({ lossPercent, jitterMs, seed, fromMs = 0 }: Relay) {
  const phones = [new Phone(1, REMOTE), new Phone(2, REMOTE)] as const;
  const due: { atMs: number; to: Phone; bytes: Uint8Array; isReport: boolean }[] = [];
  const random = pseudoRandom(seed);
  let [sent, lost] = [0, 0];
  for (let nowMs = 0; nowMs < TALK_MS; nowMs += TICK_MS) {
    const arriving = due.filter(({ atMs }) => atMs <= nowMs).sort((one, other) => one.atMs - other.atMs);
    for (const packet of arriving) {
      due.splice(due.indexOf(packet), 1);
      const receive = packet.isReport ? 'receiveRtcp' : 'receiveRtp';
      packet.to.session[receive](packet.bytes, '10.0.0.2', packet.isReport ? 4_001 : 4_000, packet.atMs);
    }
    for (const [at, phone] of phones.entries()) {
      phone.hear();
      phone.tick(TICK_MS);
      const to = phones[1 - at] as Phone;
      const delay = () => nowMs + DELAY_MS / 2 + random() * jitterMs;
      for (const { bytes } of phone.rtcp.splice(0)) due.push({ atMs: delay(), to, bytes, isReport: true });
      for (const { bytes } of phone.rtp.splice(0)) {
        sent += 1;
        if (nowMs < fromMs || random() * 100 < lossPercent) lost += 1;
        else due.push({ atMs: delay(), to, bytes, isReport: false });
      }
    }
  }
  return { line: phones[0].statistics.line, lostPercent: (100 * lost) / sent };
}

function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('line quality', () => {
  it.each([0, 1, 5, 20])('follows the loss of %d %%, both ways', (lossPercent) => {
    const { line, lostPercent } = talk({ lossPercent, jitterMs: 5, seed: lossPercent + 1 });
    expect(line?.roundTripMs).toBeGreaterThan(DELAY_MS - TICK_MS);
    expect(line?.roundTripMs).toBeLessThan(DELAY_MS + 3 * TICK_MS);
    const expected = meanOpinionScore(line?.delayMs ?? NaN, lostPercent);
    expect(Math.abs((line?.in.mos ?? 0) - expected)).toBeLessThanOrEqual(0.2);
    expect(Math.abs((line?.out?.mos ?? 0) - expected)).toBeLessThanOrEqual(0.2);
    expect(Math.abs((line?.in.lostPercent ?? NaN) - lostPercent)).toBeLessThan(2);
    expect(Math.abs((line?.out?.lostPercent ?? NaN) - lostPercent)).toBeLessThan(2);
  });

  it('has the jitter as RFC 3550 measures it, and a longer delay', () => {
    const calm = talk({ lossPercent: 0, jitterMs: 5, seed: 3 }).line;
    const shaky = talk({ lossPercent: 0, jitterMs: 40, seed: 3 }).line;
    // The mean difference of two uniform delays is a third of their range.
    expect(calm?.in.jitterMs).toBeGreaterThan(1);
    expect(calm?.in.jitterMs).toBeLessThan(3);
    expect(shaky?.in.jitterMs).toBeGreaterThan(10);
    expect(shaky?.in.jitterMs).toBeLessThan(17);
    expect(shaky?.out?.jitterMs).toBeGreaterThan(10);
    expect(shaky?.delayMs).toBeGreaterThan(calm?.delayMs ?? Infinity);
  });

  it('has the jitter of the time since the first packet', () => {
    const { line } = talk({ lossPercent: 0, jitterMs: 5, seed: 3, fromMs: TALK_MS / 2 });
    expect(line?.in.jitterMs).toBeGreaterThan(1);
  });

  it('is unknown while nothing came, and of one direction without a report', () => {
    const phone = new Phone();
    phone.tick(200);
    expect(phone.statistics.line).toBeNull();
    const { line } = talk({ lossPercent: 0, jitterMs: 0, seed: 1 });
    expect(line).toMatchObject({ codec: 'PCMA', encrypted: false });
  });
});
