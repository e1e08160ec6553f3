/** A thread that does nothing but wake every 20 ms, with the priority of the media thread: as punctual as the machine lets it be. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

const TICK_MS = 20;

try {
  setPriority(-15);
} catch {
  // As for the media thread: only the superuser may.
}
const late = [];
let due = performance.now() + TICK_MS;
const tick = () => {
  const now = performance.now();
  late.push(now - due);
  while (due <= now) due += TICK_MS;
  setTimeout(tick, due - performance.now());
};
setTimeout(tick, TICK_MS);
parentPort?.on('message', () => {
  late.sort((a, b) => a - b);
  const at = (share) => late[Math.floor((late.length - 1) * share)];
  parentPort?.postMessage({ p50: at(0.5), p99: at(0.99), worst: at(1) });
});
