import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const PHONES = new URL('../phones.mjs', import.meta.url);
const CALLS = 50;

/** Audio of 50 calls at once between two processes over loopback RTP, one of which records them all. */
export default {
  name: 'phone',
  work: `Audio of ${CALLS} calls at once, recorded: lateness of the 20 ms clock, memory a call, recording against wall clock`,
  against: 'a thread that does nothing but wake every 20 ms',
  goal: 'p99 ≤ 5 ms, worst ≤ 40 ms; ≤ 2.5 MB; ± 50 ms',
  reached: ({ latenessMs, callMb, driftMs }) =>
    latenessMs.p99 <= 5 &&
    latenessMs.worst <= 40 &&
    callMb <= 2.5 &&
    Math.max(Math.abs(driftMs.min), Math.abs(driftMs.max)) <= 50,
  costs: ({ latenessMs: { p50, p99 }, callMb }) => ({ lateP50Ms: p50, lateP99Ms: p99, callMb }),
  async run({ quick, calls = CALLS }) {
    const seconds = Number(process.env.PHONE_BENCH_SECONDS ?? (quick ? 10 : 600));
    const folder = await mkdtemp(join(tmpdir(), 'ai-calling-bench-phone-'));
    const [own, far] = [phones(), phones()];
    try {
      // A first leg starts thread and code; what it costs is no call's.
      await Promise.all([own, far].map((side) => side({ do: 'open', count: 1 })));
      const before = await own({ do: 'memory' });
      const [ownLegs, farLegs] = await Promise.all(
        [own, far].map((side) => side({ do: 'open', count: calls - 1 })),
      );
      await far({ do: 'talk', ports: ownLegs.ports });
      await own({ do: 'talk', ports: farLegs.ports, record: folder });
      const timer = new Worker(new URL('../bare-timer.mjs', import.meta.url));
      await sleep(seconds * 1_000);
      const bareTimerMs = await latenessOf(timer);
      const { lateness, ...packets } = await own({ do: 'figures' });
      const after = await own({ do: 'memory' });
      const { driftMs, lostMs } = await own({ do: 'drift' });
      return {
        calls,
        seconds,
        latenessMs: { p50: lateness.p50Ms, p99: lateness.p99Ms, worst: round(lateness.worstMs) },
        bareTimerMs,
        callMb: round((after.rssMb - before.rssMb) / (calls - 1)),
        driftMs: { min: round(Math.min(...driftMs)), max: round(Math.max(...driftMs)) },
        unwrittenMs: lostMs.reduce((sum, ms) => sum + ms, 0),
        packets,
      };
    } finally {
      await Promise.all([own({ do: 'close' }), far({ do: 'close' })]);
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Asks a bare timer, and ends it. */
async function latenessOf(timer) {
  const figures = new Promise((resolve) => timer.once('message', resolve));
  timer.postMessage('figures');
  const { p50, p99, worst } = await figures;
  await timer.terminate();
  return { p50: round(p50), p99: round(p99), worst: round(worst) };
}

/** Starts one side; calling it gives an order and resolves with the answer. */
function phones() {
  const child = fork(PHONES, [BenchDriver.build], { execArgv: ['--expose-gc'], serialization: 'advanced' });
  const waiting = new Map();
  let orders = 0;
  child.on('message', (/** @type {any} */ { id, answer }) => waiting.get(id)?.(answer));
  return (order) =>
    new Promise((resolve, reject) => {
      const id = ++orders;
      waiting.set(id, resolve);
      child.once('exit', (code) => {
        if (code !== 0) reject(new Error(`a side of the calls ended with ${code}`));
      });
      child.send({ id, ...order });
    });
}
