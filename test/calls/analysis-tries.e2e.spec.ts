import { CallAnalysis } from '../../src/calls/application/call-analysis';
import { TalkAnalyst, type TalkAnalysis } from '../../src/conversation';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

/** Of a try; another process claims the call this much later at the earliest. */
const ANALYSIS_TIMEOUT_MS = 30_000;
const CLAIM_MS = 35_000;

let service: TestApp;
let calls: CallTests;
/** One try, by hand: what reminders would start does nothing. */
let tryOnce: (id: string) => Promise<number | null>;
let read: jest.SpyInstance<Promise<TalkAnalysis>>;

beforeAll(async () => {
  service = await TestApp.start();
  const account = await service.account();
  calls = new CallTests(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

beforeEach(() => {
  const analysis = service.app.get(CallAnalysis, { strict: false });
  tryOnce = analysis.analyse.bind(analysis);
  jest.spyOn(analysis, 'analyse').mockResolvedValue(null);
  read = jest.spyOn(service.app.get(TalkAnalyst, { strict: false }), 'analyse');
});
afterEach(() => jest.restoreAllMocks());

/** A call whose talk waits for the analyst. */
async function toRead(): Promise<string> {
  const { id } = await calls.queue({ phone_number: number() });
  await eventually(async () => {
    expect((await calls.read(id))['status']).toBe('completed');
  });
  return id;
}

/** The next try hangs until the test fails it. */
function hang(): () => void {
  let fail: ((reason: Error) => void) | undefined;
  read.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  return () => fail?.(new Error('no answer in time'));
}

const tries = async (count: number) =>
  eventually(() => {
    expect(read).toHaveBeenCalledTimes(count);
    return Promise.resolve();
  });

test('sends one request at a time to a slow analyst, and retries a failure after the wait at once', async () => {
  const id = await toRead();
  const fail = hang();
  const first = tryOnce(id);
  await tries(1);
  service.clock.advance(ANALYSIS_TIMEOUT_MS);
  expect(await tryOnce(id)).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
  fail();
  expect(await first).toBe(0);
  await tryOnce(id);
  expect(read).toHaveBeenCalledTimes(2);
  expect((await calls.final(id)).outcome?.disposition).toBe('Interested');
});

test('repeats a try that dies when its claim ends, and stores nothing of it afterwards', async () => {
  const id = await toRead();
  const [dead, second] = [hang(), hang()];
  const first = tryOnce(id);
  await tries(1);
  service.clock.advance(CLAIM_MS);
  const next = tryOnce(id);
  await tries(2);
  // It lived after all; the try of the other goes on alone.
  dead();
  await first;
  expect(await tryOnce(id)).toBeNull();
  expect(read).toHaveBeenCalledTimes(2);
  second();
  await next;
});

test('returns Incomplete after a talk that ended five processes', async () => {
  const id = await toRead();
  // A killed process reports nothing.
  read.mockImplementation(() => new Promise<TalkAnalysis>(() => undefined));
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    void tryOnce(id);
    await tries(attempt);
    service.clock.advance(CLAIM_MS);
  }
  expect(await tryOnce(id)).toBeNull();
  expect(read).toHaveBeenCalledTimes(5);
  expect((await calls.final(id)).outcome?.disposition).toBe('Incomplete');
});

test.each([
  ['at once', 0, [15_000, 30_000, 60_000, 120_000]],
  ['when its patience ends', ANALYSIS_TIMEOUT_MS, [0, 0, 30_000, 90_000]],
])('sends five requests within five minutes to an analyst that fails %s', async (_, tookMs, waits) => {
  const id = await toRead();
  const beganMs = service.clock.nowMs();
  read.mockImplementation(() => {
    service.clock.advance(tookMs);
    return Promise.reject(new Error('no'));
  });
  for (const [at, wait] of waits.entries()) {
    const untilNext = (await tryOnce(id)) ?? NaN;
    expect(untilNext).toBeLessThanOrEqual(wait);
    expect(untilNext).toBeGreaterThanOrEqual(Math.max(0, wait - 5_000));
    expect(read).toHaveBeenCalledTimes(at + 1);
    if (untilNext > 0) expect(await tryOnce(id)).toBeNull();
    service.clock.advance(untilNext);
  }
  expect(await tryOnce(id)).toBeNull();
  expect(read).toHaveBeenCalledTimes(5);
  expect((await calls.final(id)).outcome?.disposition).toBe('Incomplete');
  expect(service.clock.nowMs() - beganMs).toBeLessThan(300_000);
});
