import type { Dispatcher } from 'undici';
import { HttpExchange } from './http-exchange';
import { AttemptTimeout } from './failure-messages';

const aborted: Error[] = [];
const turn = () => new Promise((resolve) => setImmediate(resolve));
const controller = {
  abort: (reason: Error) => aborted.push(reason),
} as unknown as Dispatcher.DispatchController;

beforeEach(() => {
  aborted.length = 0;
  // Fake timers: time only moves when a test advances it.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => jest.useRealTimers());

test('fails when the time is over before a status, and gives the request up', async () => {
  const exchange = new HttpExchange();
  exchange.onRequestStart(controller);
  // An interim response is not the answer.
  exchange.onResponseStart(controller, 103);
  exchange.abort(new AttemptTimeout('late'));
  exchange.onResponseError(controller, new Error('what the abort made of it'));
  await expect(exchange.answer).rejects.toThrow('late');
  expect(aborted).toHaveLength(1);
});

test('fails when there is no connection yet, too', async () => {
  const exchange = new HttpExchange();
  exchange.abort(new AttemptTimeout('late'));
  await expect(exchange.answer).rejects.toThrow('late');
});

test.each<[string, (exchange: HttpExchange) => void, boolean]>([
  ['its end', (exchange) => exchange.onResponseEnd(), true],
  ['the end of the attempt’s time', (exchange) => exchange.abort(new AttemptTimeout('late')), false],
  ['more than 16 KiB', (exchange) => exchange.onResponseData(controller, Buffer.alloc(16_385)), false],
  ['a connection that breaks', (exchange) => exchange.onResponseError(controller, new Error('gone')), false],
])('returns the status, and reads the body until %s', async (_, happen, isWhole) => {
  const exchange = new HttpExchange();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 204);
  happen(exchange);
  await expect(Promise.race([exchange.answer, turn()])).resolves.toMatchObject({ statusCode: 204, isWhole });
});

test('reads the body for 2 s at most', async () => {
  const exchange = new HttpExchange();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 200);
  jest.advanceTimersByTime(2_000);
  expect(await exchange.answer).toMatchObject({ statusCode: 200, isWhole: false });
});
