import type { FinishedAttempt } from './attempt-results';
import { AccountDeliveries } from './account-deliveries';

/** An attempt that ends on command. */
function attempt() {
  let end!: () => void;
  const made = new Promise<FinishedAttempt>((resolve) => {
    end = () => resolve({} as FinishedAttempt);
  });
  return { made, end };
}

/** Fake timers: time only moves when a test advances it. */
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => jest.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Claims everything there is room for; resolves when the attempts have started. */
async function fill(deliveries: AccountDeliveries, more = true) {
  const begun = Array.from({ length: deliveries.room }, attempt);
  deliveries.claim(() => {
    for (const { made } of begun) deliveries.add(made);
    return Promise.resolve(more);
  });
  await turn();
  return begun;
}

async function end(attempts: readonly { end: () => void }[]): Promise<void> {
  for (const one of attempts) one.end();
  await turn();
}

let deliveries: AccountDeliveries;
beforeEach(() => {
  deliveries = new AccountDeliveries();
});

test('has something to claim at first, and nothing after a claim below its capacity', async () => {
  expect([deliveries.room, deliveries.isIdle]).toEqual([32, false]);
  deliveries.claim(() => Promise.resolve(false));
  expect([deliveries.room, deliveries.isIdle]).toEqual([0, false]);
  await turn();
  expect([deliveries.room, deliveries.isIdle]).toEqual([0, true]);
});

test('assigns a call during a claim to another claim', async () => {
  deliveries.claim(() => Promise.resolve(false));
  deliveries.wake();
  expect(deliveries.room).toBe(0);
  await turn();
  expect([deliveries.room, deliveries.isIdle]).toEqual([32, false]);
});

test('claims half of the width or more soon after a claim, and later what is free', async () => {
  const begun = await fill(deliveries);
  expect(begun).toHaveLength(32);
  await end(begun.splice(0, 15));
  expect(deliveries.room).toBe(0);
  await end(begun.splice(0, 1));
  expect(deliveries.room).toBe(16);
  const more = await fill(deliveries);
  await end(more.splice(0, 3));
  await deliveries.waitForChange();
  expect(deliveries.room).toBe(0);
  const changed = deliveries.waitForChange();
  jest.advanceTimersByTime(50);
  await changed;
  expect(deliveries.room).toBe(3);
  await end([...begun, ...more]);
  deliveries.store(() => Promise.resolve());
  await turn();
  expect([deliveries.room, deliveries.isBusy]).toEqual([32, false]);
});

test('stores ended attempts together, one transaction at a time, and begins nothing new while much is unstored', async () => {
  let stored!: () => void;
  const sizes: number[] = [];
  const store = (over: readonly FinishedAttempt[]) => {
    sizes.push(over.length);
    return new Promise<void>((resolve) => (stored = resolve));
  };
  for (let round = 0; round < 3; round++) {
    await end(await fill(deliveries));
    deliveries.store(store);
  }
  expect([deliveries.room, sizes]).toEqual([0, [32]]);
  stored();
  await turn();
  deliveries.store(store);
  expect([deliveries.room, sizes]).toEqual([32, [32, 64]]);
});

test('does not store an attempt that could not be made', async () => {
  deliveries.add(Promise.reject(new Error('gone')));
  await turn();
  let stores = 0;
  deliveries.store(() => {
    stores++;
    return Promise.resolve();
  });
  expect([stores, deliveries.isBusy]).toEqual([0, false]);
});

test('claims nothing after the end, and stores what is under way', async () => {
  const begun = await fill(deliveries);
  deliveries.close();
  deliveries.wake();
  await end(begun);
  expect([deliveries.room, deliveries.isIdle]).toEqual([0, false]);
  let stored = 0;
  deliveries.store((over) => {
    stored = over.length;
    return Promise.resolve();
  });
  await turn();
  expect([stored, deliveries.isIdle]).toEqual([32, true]);
});

test('resolves changed() for each change, also for one before the call', async () => {
  await deliveries.waitForChange();
  let told = 0;
  const waiting = deliveries.waitForChange().then(() => told++);
  await turn();
  expect(told).toBe(0);
  deliveries.wake();
  await waiting;
  deliveries.wake();
  await deliveries.waitForChange();
  expect(told).toBe(1);
});
