import { eventually } from '../harness/app';
import { killCloudProcess, reachable } from '../harness/cloud-service';
import { humanReaches } from '../harness/human-sip';
import {
  CLOSED,
  CarrierBridgeDriver,
  type Phase,
  type Phases,
  phasesOf,
  type PlacedCall,
  SHORT_PHASES,
} from '../harness/carrier-bridge-driver';

const driver = new CarrierBridgeDriver();

/** All of it takes longer than finding a new process. */
const PHASES = phasesOf({ ringMs: 13_000, shortTalkMs: 3_000, talkMs: 16_000 });

/** The request has left, and its answer never came. */
const UNKNOWN: Phase = {
  counsellor: { is: 'answering', answerLost: true, weather: { lost: true } },
  contact: { is: 'answering', hangsUpAfterMs: 12_000 },
  status: 'ringing_counsellor',
};

/** All went on as the two people wanted, although another process followed it. */
async function wentOn(placed: readonly PlacedCall[], phases: Phases): Promise<void> {
  for (const { id, kind, phase, counsellor } of placed) {
    const carrier = driver.carrier(kind);
    const call = await humanReaches(driver.api, carrier.account, id, 'completed', 50_000);
    const seconds = (phases[phase]?.contact.hangsUpAfterMs ?? 0) / 1_000;
    expect([kind, phase, Math.abs(Number(call['duration_seconds']) - seconds) <= 2]).toEqual([
      kind,
      phase,
      true,
    ]);
    expect([call['status_reason'] ?? null, call['answered_at']]).toEqual([null, expect.any(String)]);
    expect(carrier.rung(counsellor)).toBe(1);
    await eventually(async () => {
      expect(await driver.legsOf(id)).toEqual(CLOSED);
    });
  }
}

/**
 * Plivo asks what is to be done with the counsellor who answers, of a process that is gone; all others go on.
 * @param reason of those that failed, if it is always the same
 */
async function wentOnOrFailed(placed: readonly PlacedCall[], phases: Phases, reason?: string): Promise<void> {
  const needsUs = ({ kind, phase }: PlacedCall) => kind === 'plivo' && phase === 'the counsellor rings';
  for (const { id, kind } of placed.filter(needsUs)) {
    const call = await humanReaches(driver.api, driver.carrier(kind).account, id, 'failed');
    if (reason !== undefined) expect(call['status_reason']).toBe(reason);
    expect(await driver.legsOf(id)).toEqual(CLOSED);
  }
  await wentOn(
    placed.filter((call) => !needsUs(call)),
    phases,
  );
}

test('continues a bridged call in another process when its process dies, in each phase', async () => {
  const first = await driver.media();
  const phases = { ...PHASES, 'nobody knows': UNKNOWN };
  const placed = await driver.place(phases);
  await killCloudProcess(first);
  // A process that holds no real calls leaves them alone.
  const worker = await driver.worker();
  await worker.advance(16_000);
  const other = await driver.media();
  try {
    await other.advance(16_000);
    await wentOnOrFailed(placed, phases);
  } finally {
    await other.stop();
    await worker.stop();
    await first.stop();
  }
});

test('hangs up no bridged phone when a process stops, and continues the calls in another one', async () => {
  // Started again at the same address: callbacks find the calls by their tokens.
  const at = await reachable();
  const first = await driver.media(at);
  const placed = await driver.place(SHORT_PHASES);
  await first.stop();
  const other = await driver.media(at);
  try {
    await wentOnOrFailed(placed, SHORT_PHASES, 'The call was stopped before the contact answered.');
  } finally {
    await other.stop();
  }
});
