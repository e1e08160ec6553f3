import { type Distribution, Metrics } from './metrics';

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

test('shares a slow measurement among concurrent scrapes until it settles', async () => {
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

test('returns NaN for a failed measurement, and measures again at the next request', async () => {
  const metrics = new Metrics();
  const measure = jest
    .fn<Promise<number>, []>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue(3);
  metrics.gauge('slow', 'A slow figure.', measure);
  expect((await scrape(metrics))()).toBe('Nan');
  expect((await scrape(metrics))()).toBe('3');
});

/** The lines of a metric. */
const linesOf = async (metrics: Metrics, name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name));

test('returns the last measurement of figures by a label, and none when it fails', async () => {
  const metrics = new Metrics();
  const measure = jest
    .fn<Promise<[string, number][]>, []>()
    .mockResolvedValueOnce([
      ['a', 1],
      ['b', 2],
    ])
    .mockResolvedValueOnce([['b', 3]])
    .mockRejectedValue(new Error('away'));
  metrics.labelled({ type: 'counter', name: 'lines', help: 'x', label: 'trunk' }, measure);
  expect(await linesOf(metrics, 'lines')).toEqual(['lines{trunk="a"} 1', 'lines{trunk="b"} 2']);
  expect(await linesOf(metrics, 'lines')).toEqual(['lines{trunk="b"} 3']);
  expect(await linesOf(metrics, 'lines')).toEqual([]);
});

test('shows a counter of another component unchanged', async () => {
  const metrics = new Metrics();
  const measure = jest.fn<Promise<number>, []>().mockResolvedValueOnce(5).mockResolvedValueOnce(7);
  metrics.total('kept', 'x', measure);
  expect(await linesOf(metrics, 'kept')).toEqual(['kept 5']);
  expect(await linesOf(metrics, 'kept')).toEqual(['kept 7']);
});

test('shows a histogram of another component in Prometheus format', async () => {
  const metrics = new Metrics();
  const measure = jest
    .fn<Promise<Distribution>, []>()
    .mockResolvedValueOnce({
      buckets: [
        [0.001, 2],
        [0.01, 3],
      ],
      count: 4,
      sum: 0.3,
    })
    .mockRejectedValue(new Error('away'));
  metrics.histogram('late', 'x', measure);
  expect(await linesOf(metrics, 'late')).toEqual([
    'late_bucket{le="0.001"} 2',
    'late_bucket{le="0.01"} 3',
    'late_bucket{le="+Inf"} 4',
    'late_sum 0.3',
    'late_count 4',
  ]);
  expect(await linesOf(metrics, 'late')).toEqual([]);
});
