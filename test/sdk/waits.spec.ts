import { AbortError, WaitTimeoutError } from '../../sdk/src/errors.ts';
import { clientWith, ok, refused } from './fake-service';

beforeEach(() =>
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'],
    now: new Date('2026-01-05T04:30:00Z'),
  }),
);
afterEach(() => jest.useRealTimers());

const AT = '2026-01-05T04:30:01Z';
const queued = ok({ id: 'call_1', status: 'queued', outcome: null });
const running = ok({ id: 'call_1', status: 'in_progress', outcome: null });
const completed = ok({ id: 'call_1', status: 'completed', ended_at: AT, outcome: null });
const done = ok({ id: 'call_1', status: 'completed', ended_at: AT, outcome: { summary: 'It is done.' } });

/** Seconds at which requests were sent, until the promise ended; and how it ended. */
async function watched<T>(sent: readonly unknown[], promise: Promise<T>, seconds = 2_000) {
  const at: number[] = [];
  let end: { value?: T; error?: unknown } | undefined;
  void promise.then(
    (value) => (end = { value }),
    (error: unknown) => (end = { error }),
  );
  const begin = Date.now();
  for (let ms = 0; !end && ms < seconds * 1_000; ms += 100) {
    await jest.advanceTimersByTimeAsync(100);
    while (at.length < sent.length) at.push((Date.now() - begin) / 1_000);
  }
  return { at, endedAt: (Date.now() - begin) / 1_000, ...end };
}

describe('calls.waitForOutcome', () => {
  it('reads after 1 s, then at intervals that grow 1.5 times, to 15 s', async () => {
    const { client, sent } = clientWith([
      queued,
      ...Array.from({ length: 8 }, () => running),
      completed,
      done,
    ]);
    const { at, value } = await watched(sent, client.calls.waitForOutcome('call_1'));
    const gaps = at.map((second, index) => second - (at[index - 1] ?? 0));
    const expected = [1, 1.5, 2.25, 3.4, 5.1, 7.6, 11.4, 15, 15, 15, 15];
    gaps.forEach((gap, index) => expect(Math.abs(gap - (expected[index] ?? 0))).toBeLessThan(0.2));
    expect(value?.outcome?.summary).toBe('It is done.');
  });

  it('resolves with a call that did not connect, also with a status of a later service', async () => {
    const { client, sent } = clientWith([
      ok({ id: 'call_1', status: 'vanished', ended_at: AT, outcome: null }),
    ]);
    const { value } = await watched(sent, client.calls.waitForOutcome('call_1'));
    expect(value?.status).toBe('vanished');
  });

  it('reads once a minute, and at scheduled_for, while that lies ahead', async () => {
    const scheduled = ok({
      id: 'call_1',
      status: 'queued',
      outcome: null,
      scheduled_for: '2026-01-05T04:32:30Z',
    });
    const { client, sent } = clientWith([scheduled, scheduled, scheduled, running, done]);
    const { at } = await watched(sent, client.calls.waitForOutcome('call_1'));
    expect(at.slice(0, 4).map(Math.round)).toEqual([1, 61, 121, 150]);
    expect(Math.round(at[4] ?? 0)).toBeLessThanOrEqual(152);
  });

  it('ends with the last state of the call after its time', async () => {
    const { client, sent } = clientWith([running]);
    const { at, error } = await watched(sent, client.calls.waitForOutcome('call_1', { timeoutMs: 10_000 }));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect((error as WaitTimeoutError).call).toMatchObject({ status: 'in_progress' });
    expect(at.at(-1)).toBeCloseTo(10, 0);
  });

  it.each([
    ['is silent', 'silence' as const],
    ['refuses', refused(503, 'auth_unavailable', { retryAfter: '30' })],
  ])('ends after its time when the service %s', async (_, reply) => {
    const { client, sent } = clientWith([running, reply]);
    const { error, endedAt } = await watched(
      sent,
      client.calls.waitForOutcome('call_1', { timeoutMs: 5_000 }),
    );
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect((error as WaitTimeoutError).call).toMatchObject({ status: 'in_progress' });
    expect(endedAt).toBeCloseTo(5, 0);
  });

  it('waits for 15 minutes by default', async () => {
    const { client, sent } = clientWith([running]);
    const { at, error } = await watched(sent, client.calls.waitForOutcome('call_1'));
    expect(error).toBeInstanceOf(WaitTimeoutError);
    expect(at.at(-1)).toBeCloseTo(900, 0);
  });

  it('continues with the next attempt when it follows attempts', async () => {
    const missed = { status: 'no_answer', ended_at: AT, outcome: null };
    const first = ok({ id: 'call_1', ...missed, retry: { next_call_id: 'call_2' } });
    const last = ok({ id: 'call_2', ...missed, retry: { next_call_id: null, stopped: 'max_attempts' } });
    const { client, sent } = clientWith([first, last]);
    const { value } = await watched(sent, client.calls.waitForOutcome('call_1', { followAttempts: true }));
    expect(value?.id).toBe('call_2');
    expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['call_1', 'call_2']);
    const alone = clientWith([first]);
    const one = await watched(alone.sent, alone.client.calls.waitForOutcome('call_1'));
    expect(one.value?.id).toBe('call_1');
  });

  it('ends with the signal', async () => {
    const { client, sent } = clientWith([running]);
    const controller = new AbortController();
    const end = watched(sent, client.calls.waitForOutcome('call_1', { signal: controller.signal }));
    controller.abort();
    expect((await end).error).toBeInstanceOf(AbortError);
  });
});

describe('batches.wait', () => {
  it('reads every 30 s until all calls are finished, and reports each time', async () => {
    const progress: number[] = [];
    const replies = [1, 2, 3].map((finished) => ok({ id: 'batch_1', total: 3, finished }));
    const { client, sent } = clientWith(replies);
    const onProgress = (batch: { finished: number }) => progress.push(batch.finished);
    const { at, value } = await watched(sent, client.batches.wait('batch_1', { onProgress }));
    expect(at.map(Math.round)).toEqual([0, 30, 60]);
    expect(progress).toEqual([1, 2, 3]);
    expect(value?.finished).toBe(3);
  });

  it('ends with the last state of the batch after its time', async () => {
    const { client, sent } = clientWith([ok({ id: 'batch_1', total: 3, finished: 1 })]);
    const { error } = await watched(sent, client.batches.wait('batch_1', { timeoutMs: 45_000 }));
    expect((error as WaitTimeoutError).batch).toMatchObject({ finished: 1 });
  });
});

describe('humanCalls.waitForEnd', () => {
  it('resolves when the call is final and, with analyze, analysed', async () => {
    const human = { id: 'hcall_1', status: 'completed', ended_at: AT, analyze: true };
    const { client, sent } = clientWith([
      ok({ ...human, status: 'in_progress', ended_at: null, analysis: { status: 'waiting' } }),
      ok({ ...human, analysis: { status: 'processing' } }),
      ok({ ...human, analysis: { status: 'skipped', reason: 'too_short' } }),
    ]);
    const { value } = await watched(sent, client.humanCalls.waitForEnd('hcall_1'));
    expect(value?.analysis.reason).toBe('too_short');
    expect(sent).toHaveLength(3);
  });

  it('does not wait for an analysis that was not requested', async () => {
    const ended = {
      id: 'hcall_1',
      status: 'busy',
      ended_at: AT,
      analyze: false,
      analysis: { status: 'not_requested' },
    };
    const { client, sent } = clientWith([ok(ended)]);
    expect((await watched(sent, client.humanCalls.waitForEnd('hcall_1'))).value?.status).toBe('busy');
  });
});
