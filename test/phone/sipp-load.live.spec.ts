import { setTimeout as wait } from 'node:timers/promises';
import { SOURCE_LIMITS } from '../../src/sip/application/limits';
import { ANSWER, type PlacedCall, at } from './harness/phone';
import { describeWithSipp } from './harness/sipp-suite';

describeWithSipp('100 calls a second', (suite) => {
  const CALLS = 300;
  const BURST = SOURCE_LIMITS.burst;

  test('places 300 calls, which SIPp all answers', async () => {
    const far = await suite.sipp('-sn uas', { calls: CALLS, args: ['-nd', '-rtcheck', 'loose'] });
    const times: number[] = [];
    const calls: PlacedCall[] = [];
    const begun = performance.now();
    for (let index = 0; index < CALLS; index++) {
      const due = begun + index * 10;
      if (due > performance.now()) await wait(due - performance.now());
      const at0 = performance.now();
      const placed = suite.phone.place(at(far.port));
      calls.push(placed);
      void placed.answered.then(
        async (session) => {
          times.push(performance.now() - at0);
          await wait(50);
          await session.hangUp();
        },
        () => undefined,
      );
    }
    await Promise.all(calls.map(({ answered }) => answered));
    await Promise.all(calls.map(({ ended }) => ended));
    expect(times).toHaveLength(CALLS);
    report('placed', times);
  });

  test('answers 100 calls from SIPp', async () => {
    const times: number[] = [];
    let over = 0;
    suite.onCall = (call) => {
      const at0 = performance.now();
      call.ring(ANSWER);
      call.answer({
        ...ANSWER,
        handlers: { onConfirmed: () => times.push(performance.now() - at0), onEnded: () => over++ },
      });
    };
    // As many at once as a known source may send.
    const args = ['-r', '100', '-rtcheck', 'loose'];
    const far = await suite.sipp('-sn uac', { calls: BURST, remotePort: suite.phone.port, args });
    await far.done;
    expect(times).toHaveLength(BURST);
    expect(over).toBe(BURST);
    expect(suite.phone.dropped).toEqual([]);
    report('came in', times);
  });
});

function report(what: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const share = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  console.log(
    `${times.length} calls ${what}: set-up p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`,
  );
}
