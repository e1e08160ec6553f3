import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingCall, Session, SessionEnd } from '../../src/sip';
import { ANSWER, Phone, type PlacedCall, at } from './harness/phone';
import { UdpProxy } from './harness/udp-proxy';

/** A twentieth of the usual times: what takes 32 s takes 1.6 s. */
const TIMES = { t1: 25, t2: 200, t4: 250 };
const CALLS = 60;
/** What the callee does with the n-th call. */
const FATES = ['caller hangs up', 'callee hangs up', 'busy', 'caller cancels', 'hold'] as const;

/** All of them: with seven tries each way one of a request in a thousand is lost for good. */
const WANTED = {
  'caller hangs up: local': 12,
  'callee hangs up: remote': 12,
  'busy: refused 486': 12,
  'caller cancels: canceled': 12,
  'hold: accepted': 12,
};

/** Ends each call as the number in its Call-ID selects from `FATES`. */
class Callee {
  readonly ends = new Map<string, SessionEnd>();
  readonly sessions = new Map<string, Session>();
  readonly canceled = new Set<string>();

  readonly incoming = (call: IncomingCall): void => {
    const fate = FATES[Number(call.callId.split('-')[1]) % FATES.length];
    call.ring(ANSWER);
    call.onCanceled(() => this.canceled.add(call.callId));
    if (fate === 'busy') call.reject(486);
    if (fate === 'busy' || fate === 'caller cancels') return;
    const session = call.answer({
      ...ANSWER,
      handlers: {
        onEnded: (end) => this.ends.set(call.callId, end),
        onConfirmed: () => {
          if (fate === 'callee hangs up') void session?.hangUp();
        },
      },
    });
    if (session) this.sessions.set(call.callId, session);
  };
}

/** Cancels a call that rings. */
async function cancel({ call, provisional }: PlacedCall): Promise<void> {
  // A 180 may be lost for good; the 100 keeps the INVITE from being sent again.
  for (let waits = 0; provisional.length === 0 && waits < 20; waits++) await wait(10);
  call.cancel();
}

/** What became of the n-th call, as the caller sees it. */
async function outcomeOf(caller: Phone, port: number, index: number): Promise<string> {
  await wait(index * 10);
  const fate = FATES[index % FATES.length] ?? '';
  const placed = caller.place(at(port), { callId: `call-${index}` });
  if (fate === 'caller cancels') await cancel(placed);
  const first = await Promise.race([placed.answered.catch(() => null), placed.failed]);
  if (first === null || 'kind' in first) {
    const failure = await placed.failed;
    return `${fate}: ${failure.kind}${failure.kind === 'refused' ? ` ${failure.status}` : ''}`;
  }
  if (fate === 'hold') {
    const held = await first.setDirection('sendonly');
    if (held.kind === 'accepted') await first.setDirection('sendrecv');
    await first.hangUp();
    return `${fate}: ${held.kind}`;
  }
  if (fate === 'caller hangs up') await first.hangUp();
  return `${fate}: ${(await placed.ended).by}`;
}

test.each([
  ['loss of 20 %', { loss: 0.2 }],
  ['loss, delay, duplicates and reordering', { loss: 0.2, duplicates: 0.2, delayMs: 30 }],
])('ends every call in the right state with %s each way', async (_what, faults) => {
  const { incoming, ends, sessions, canceled } = new Callee();
  const settings = { times: TIMES };
  const callee = await Phone.open({ incoming, settings });
  const caller = await Phone.open({ settings });
  const proxy = await UdpProxy.open(callee.port, faults);

  const outcomes = await Promise.all(
    Array.from({ length: CALLS }, (_, index) => outcomeOf(caller, proxy.port, index)),
  );
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  expect(counts).toEqual(WANTED);
  expect(canceled.size).toBe(12);
  await wait(64 * TIMES.t1 + TIMES.t4 + 100);
  expect(ends.size).toBe(sessions.size);
  for (const phone of [caller, callee]) {
    expect(phone.endpoint.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
    expect(phone.warnings).toEqual([]);
  }
  expect(proxy.lost).toBeGreaterThan(50);
  await Promise.all([caller.close(), callee.close()]);
  await proxy.close();
});
