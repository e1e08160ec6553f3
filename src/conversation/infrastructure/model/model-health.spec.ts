import { Logger } from '@nestjs/common';
import { InvalidModelOutput } from './invalid-model-output';
import type { ModelClient } from './model-client';
import { ModelHealth } from './model-health';
import { MODEL_TIMEOUTS } from './model-timeouts';

Logger.overrideLogger(false);

let isAway: boolean;
let state: ModelHealth;

beforeEach(() => {
  isAway = false;
  // eslint-disable-next-line @typescript-eslint/require-await
  const stream = async function* () {
    if (isAway) throw new Error('no connection');
    yield { text: 'OK' };
  };
  state = new ModelHealth({ stream } as unknown as ModelClient, MODEL_TIMEOUTS);
});
afterEach(() => {
  state.onModuleDestroy();
  jest.useRealTimers();
});

const refused = (status: number) => Object.assign(new Error('refused'), { status });

test.each([
  ['no connection', false, new Error('no connection')],
  ['401', false, refused(401)],
  ['403', false, refused(403)],
  ['404', false, refused(404)],
  ['429', true, refused(429)],
  ['500', true, refused(500)],
  ['a time-out', true, new DOMException('too long', 'TimeoutError')],
  ['no usable answer', true, new InvalidModelOutput('no words')],
])('after %s in a talk the model is used by the next: %s', async (_, isUsable, failure) => {
  expect(await state.usable()).toBe(true);
  state.recordFailure(failure);
  expect(await state.usable()).toBe(isUsable);
});

test('is used again once a check has succeeded', async () => {
  jest.useFakeTimers();
  isAway = true;
  expect(await state.usable()).toBe(false);
  await jest.advanceTimersByTimeAsync(MODEL_TIMEOUTS.recheckMs);
  expect(await state.usable()).toBe(false);
  isAway = false;
  await jest.advanceTimersByTimeAsync(MODEL_TIMEOUTS.recheckMs - 1);
  expect(state.description).toBe('no connection; talks are led and read offline');
  await jest.advanceTimersByTimeAsync(1);
  expect([await state.usable(), state.description]).toEqual([true, 'ok']);
});
