import { bodyOf, consoleApi } from './client';

const read = (signal?: AbortSignal) =>
  bodyOf(
    consoleApi.GET('/console/api/session', { baseUrl: 'http://console.test', ...(signal && { signal }) }),
  );

/** A service that accepts requests and answers none. */
const silent = jest.fn(
  (request: Request, { signal = request.signal }: { signal?: AbortSignal } = {}) =>
    new Promise<Response>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    ),
);

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(silent as never);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('takes a read without a response for a lost connection', async () => {
  const failure = expect(read()).rejects.toMatchObject({ status: 0, code: 'no_connection' });
  await jest.advanceTimersByTimeAsync(30_000);
  await failure;
});

test('still ends a read that its page gives up', async () => {
  const page = new AbortController();
  const failure = expect(read(page.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await jest.advanceTimersByTimeAsync(1_000);
  page.abort();
  await failure;
});

test('waits for the response to an action', async () => {
  let isOver = false;
  void consoleApi
    .POST('/console/api/sign-out', { baseUrl: 'http://console.test' })
    .finally(() => (isOver = true))
    .catch(() => undefined);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(isOver).toBe(false);
});
