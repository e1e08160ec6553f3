import { Queue, Worker } from 'bullmq';
import { openQueueBackend, type QueueBackend } from '../../src/platform/queues/queue-backend';
import { WORKER_OPTIONS } from '../../src/platform/queues/worker-options';
import { TcpProxy } from '../../tools/lib/tcp-proxy.mjs';
import { createDatabase, dropDatabase, eventually } from '../harness/app';

const NAME = 'starts';
/** A worker that repeats a failure without a pause has more at once, and blocks its process. */
const MAX_ERRORS = 100;

let url: string;
let proxy: TcpProxy;
let backend: QueueBackend;

beforeEach(async () => {
  url = await createDatabase();
  const through = new URL(url);
  proxy = new TcpProxy(Number(through.port));
  through.port = String(await proxy.start());
  backend = await openQueueBackend(through.href, null);
});
afterEach(async () => {
  await backend.close();
  await proxy.stop();
  await dropDatabase(url);
});

test('starts a queue and a worker whose first connections break once the database is back', async () => {
  proxy.goAway();
  const options = { connection: backend.connection };
  const queue = new Queue(NAME, options);
  queue.on('error', () => undefined);
  const done: unknown[] = [];
  const worker = new Worker(NAME, (job) => Promise.resolve(done.push(job.data)), {
    ...options,
    ...WORKER_OPTIONS,
    skipStalledCheck: true,
  });
  let errors = 0;
  worker.on('error', () => {
    if (++errors > MAX_ERRORS) void worker.close();
  });
  await expect(queue.add(NAME, {})).rejects.toThrow();
  await eventually(() => {
    expect(errors).toBeGreaterThan(1);
    return Promise.resolve();
  });
  proxy.restore();
  await queue.add(NAME, { second: true });
  await eventually(() => {
    expect(done).toEqual([{ second: true }]);
    return Promise.resolve();
  });
  expect(errors).toBeLessThan(MAX_ERRORS);
  await worker.close();
  await queue.close();
});
