import { Slots } from './slots';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('limits the slots, and frees each once', () => {
  const slots = new Slots(2);
  const onFree = jest.fn();
  const [first] = [slots.occupy(onFree), slots.occupy(onFree)];
  expect(slots.isFree).toBe(false);
  first();
  expect([slots.isFree, onFree.mock.calls.length]).toEqual([true, 1]);
  first();
  slots.occupy(onFree);
  expect(slots.isFree).toBe(false);
});

test('stops counting a task after a second', () => {
  const slots = new Slots(1);
  const onFree = jest.fn();
  const free = slots.occupy(onFree);
  jest.advanceTimersByTime(999);
  expect([slots.isFree, slots.isUnused]).toEqual([false, false]);
  jest.advanceTimersByTime(1);
  expect([slots.isFree, onFree.mock.calls.length]).toEqual([true, 1]);
  slots.occupy(onFree);
  free();
  expect(slots.isFree).toBe(false);
});
