import { Metrics } from './metrics';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Scrapes one metric; the returned function gives its line, once there is one. */
async function scrape(metrics: Metrics): Promise<() => string | undefined> {
  let value: string | undefined;
  void metrics.registry.metrics().then((text) => {
    value = /^slow (.+)$/m.exec(text)?.[1];
  });
  await jest.advanceTimersByTimeAsync(0);
  return () => value;
}

test('a measurement that takes its time is shared by all who ask until it settles', async () => {
  const metrics = new Metrics();
  const settle: ((value: number) => void)[] = [];
  metrics.gauge('slow', 'A slow figure.', () => new Promise<number>((resolve) => settle.push(resolve)));
  const first = await scrape(metrics);
  await jest.advanceTimersByTimeAsync(1_000);
  const second = await scrape(metrics);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([first(), second()]).toEqual(['Nan', undefined]);
  for (let asked = 0; asked < 100; asked++) await scrape(metrics);
  expect(settle).toHaveLength(1);
  settle[0]?.(7);
  await jest.advanceTimersByTimeAsync(0);
  expect(second()).toBe('7');
  await scrape(metrics);
  expect(settle).toHaveLength(2);
});

test('a failed measurement is NaN, and the next request measures again', async () => {
  const metrics = new Metrics();
  const measure = jest
    .fn<Promise<number>, []>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue(3);
  metrics.gauge('slow', 'A slow figure.', measure);
  expect((await scrape(metrics))()).toBe('Nan');
  expect((await scrape(metrics))()).toBe('3');
});
