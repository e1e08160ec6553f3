import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { BodySlots } from './body-slots';

class FakeResponse extends EventEmitter {
  closed = false;

  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

const slots = new BodySlots(2);
/** Whether a slot is had at once. */
async function isFree(sender: string, response = new FakeResponse()): Promise<boolean> {
  let has = false;
  void slots.occupy(sender, response as unknown as Response).then(() => (has = true));
  await setImmediate();
  return has;
}

test('a sender has two slots, each until its response is over', async () => {
  const responses = [new FakeResponse(), new FakeResponse()];
  for (const response of responses) expect(await isFree('a', response)).toBe(true);
  const third = new FakeResponse();
  expect(await isFree('a', third)).toBe(false);
  expect(await isFree('b')).toBe(true);
  responses[0]?.close();
  third.close();
  expect(await isFree('a')).toBe(true);
});

test('a response that is over takes none', async () => {
  for (let at = 0; at < 4; at++) {
    const response = new FakeResponse();
    response.close();
    expect(await isFree('c', response)).toBe(true);
  }
  expect(await isFree('c')).toBe(true);
});

test('who waits too long for a slot is told to come again', async () => {
  const few = new BodySlots(1, 20);
  const [first, second] = [new FakeResponse(), new FakeResponse()] as unknown as Response[];
  await few.occupy('a', first as Response);
  await expect(few.occupy('a', second as Response)).rejects.toThrow('Too many large requests');
  second?.emit('close');
  first?.emit('close');
  await few.occupy('a', new FakeResponse() as unknown as Response);
});
