import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { BodySlots } from './body-slots';

type Free = (() => void) | null;

/** Asks for a slot; `free` is undefined while it waits. */
async function ask(slots: BodySlots, sender: string, response = { closed: false }) {
  const asked: { free: Free | undefined } = { free: undefined };
  void slots.occupy(sender, response as Response).then((free) => (asked.free = free));
  await setImmediate();
  return asked;
}

test('allows a sender two slots, each until its work ends', async () => {
  const slots = new BodySlots(2);
  const response = { closed: false };
  const [first] = [await ask(slots, 'a', response), await ask(slots, 'a')];
  const third = await ask(slots, 'a');
  expect((await ask(slots, 'b')).free).toBeInstanceOf(Function);
  // The client is gone; its work goes on.
  response.closed = true;
  await setImmediate();
  expect(third.free).toBeUndefined();
  first.free?.();
  await setImmediate();
  expect(third.free).toBeInstanceOf(Function);
});

test('does no work for a client that disconnected while waiting, and frees its slot', async () => {
  const slots = new BodySlots(1);
  const first = await ask(slots, 'a');
  const response = { closed: false };
  const gone = await Promise.all([1, 2, 3].map(() => ask(slots, 'a', response)));
  response.closed = true;
  first.free?.();
  await setImmediate();
  expect(gone.map(({ free }) => free)).toEqual([null, null, null]);
  expect((await ask(slots, 'a')).free).toBeInstanceOf(Function);
});

test('rejects with RetryLater after the maximum wait, without occupying a slot', async () => {
  const slots = new BodySlots(1, 20);
  const first = await ask(slots, 'a');
  await expect(slots.occupy('a', { closed: false } as Response)).rejects.toThrow('Too many large requests');
  first.free?.();
  await setImmediate();
  expect((await ask(slots, 'a')).free).toBeInstanceOf(Function);
});
