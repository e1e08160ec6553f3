import type { MadeAttempt } from './delivery-attempts';
import { DeliveryLane } from './delivery-lane';

/** An attempt that ends on command. */
function attempt() {
  let end!: () => void;
  const made = new Promise<MadeAttempt>((resolve) => {
    end = () => {
      resolve({} as MadeAttempt);
    };
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
async function fill(lane: DeliveryLane, more = true) {
  const begun = Array.from({ length: lane.room }, attempt);
  lane.claim(() => {
    for (const { made } of begun) lane.add(made);
    return Promise.resolve(more);
  });
  await turn();
  return begun;
}

async function end(attempts: readonly { end: () => void }[]): Promise<void> {
  for (const one of attempts) one.end();
  await turn();
}

let lane: DeliveryLane;
beforeEach(() => {
  lane = new DeliveryLane();
});

test('a new lane has something to claim; after a claim that found less than there was room for it has not', async () => {
  expect([lane.room, lane.isIdle]).toEqual([32, false]);
  lane.claim(() => Promise.resolve(false));
  expect([lane.room, lane.isIdle]).toEqual([0, false]);
  await turn();
  expect([lane.room, lane.isIdle]).toEqual([0, true]);
});

test('a call during a claim is another claim’s', async () => {
  lane.claim(() => Promise.resolve(false));
  lane.wake();
  expect(lane.room).toBe(0);
  await turn();
  expect([lane.room, lane.isIdle]).toEqual([32, false]);
});

test('soon after a claim the next is for half of the width or more, later for what is free', async () => {
  const begun = await fill(lane);
  expect(begun).toHaveLength(32);
  await end(begun.splice(0, 15));
  expect(lane.room).toBe(0);
  await end(begun.splice(0, 1));
  expect(lane.room).toBe(16);
  const more = await fill(lane);
  await end(more.splice(0, 3));
  await lane.changed();
  expect(lane.room).toBe(0);
  const changed = lane.changed();
  jest.advanceTimersByTime(50);
  await changed;
  expect(lane.room).toBe(3);
  await end([...begun, ...more]);
  lane.store(() => Promise.resolve());
  await turn();
  expect([lane.room, lane.isBusy]).toEqual([32, false]);
});

test('what is over is stored in one go at a time; when much is unstored nothing new is begun', async () => {
  let stored!: () => void;
  const sizes: number[] = [];
  const store = (over: readonly MadeAttempt[]) => {
    sizes.push(over.length);
    return new Promise<void>((resolve) => (stored = resolve));
  };
  for (let round = 0; round < 3; round++) {
    await end(await fill(lane));
    lane.store(store);
  }
  expect([lane.room, sizes]).toEqual([0, [32]]);
  stored();
  await turn();
  lane.store(store);
  expect([lane.room, sizes]).toEqual([32, [32, 64]]);
});

test('an attempt that could not be made is not stored', async () => {
  lane.add(Promise.reject(new Error('gone')));
  await turn();
  let stores = 0;
  lane.store(() => {
    stores++;
    return Promise.resolve();
  });
  expect([stores, lane.isBusy]).toEqual([0, false]);
});

test('after the end nothing is claimed, and what is under way is still stored', async () => {
  const begun = await fill(lane);
  lane.close();
  lane.wake();
  await end(begun);
  expect([lane.room, lane.isIdle]).toEqual([0, false]);
  let stored = 0;
  lane.store((over) => {
    stored = over.length;
    return Promise.resolve();
  });
  await turn();
  expect([stored, lane.isIdle]).toEqual([32, true]);
});

test('whoever waits is told of each change, also of one that came before', async () => {
  await lane.changed();
  let told = 0;
  const waiting = lane.changed().then(() => told++);
  await turn();
  expect(told).toBe(0);
  lane.wake();
  await waiting;
  lane.wake();
  await lane.changed();
  expect(told).toBe(1);
});
