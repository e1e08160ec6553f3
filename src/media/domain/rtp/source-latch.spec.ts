import { SourceLatch } from './source-latch';

function latch(...sources: string[]): SourceLatch {
  const made = new SourceLatch();
  made.expect(sources);
  return made;
}

test.each([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['10.0.0.0/8', '10.255.1.2', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.1.2.3/16', '10.1.255.255', true],
  ['203.0.113.128/25', '203.0.113.127', false],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['255.255.255.255/32', '255.255.255.255', true],
  ['nonsense', '10.0.0.1', false],
  ['10.0.0.1/33', '10.0.0.1', false],
  ['10.0.0.1/8/8', '10.0.0.1', false],
  ['10.0.0.256', '10.0.1.0', false],
  ['10.0.0.1', '::1', false],
])('decides on %s as a source: %s → %s', (source, address, allowed) =>
  expect(latch(source).classify(address, 4_000, 0)).toBe(allowed ? 'taken' : 'unknown_source'),
);

test('settles address and port by the first packet, and drops the others', () => {
  const made = latch('10.0.0.1', '10.0.0.2');
  expect(made.address).toBeNull();
  expect(made.classify('66.6.6.6', 4_000, 0)).toBe('unknown_source');
  expect(made.classify('10.0.0.2', 4_000, 0)).toBe('taken');
  expect([made.address, made.port]).toEqual(['10.0.0.2', 4_000]);
  expect(made.classify('10.0.0.2', 4_001, 20)).toBe('other_source');
  expect(made.classify('10.0.0.1', 4_000, 20)).toBe('other_source');
  expect(made.classify('66.6.6.6', 4_000, 20)).toBe('unknown_source');
  expect(made.classify('10.0.0.2', 4_000, 40)).toBe('taken');
});

test('accepts another known source after 500 ms without a packet, but no stranger', () => {
  const made = latch('10.0.0.0/24');
  made.classify('10.0.0.1', 4_000, 0);
  expect(made.classify('10.0.0.2', 4_000, 499)).toBe('other_source');
  expect(made.classify('66.6.6.6', 4_000, 500)).toBe('unknown_source');
  expect(made.classify('10.0.0.2', 4_000, 500)).toBe('taken');
  expect(made.classify('10.0.0.1', 4_000, 520)).toBe('other_source');
});

test('chooses the source again after a new SDP and after the 200', () => {
  const made = latch('10.0.0.1');
  made.classify('10.0.0.1', 4_000, 0);
  made.renew();
  expect(made.classify('10.0.0.1', 5_000, 10)).toBe('taken');
  made.expect(['10.0.0.9']);
  expect(made.classify('10.0.0.1', 5_000, 20)).toBe('unknown_source');
  expect(made.classify('10.0.0.9', 5_000, 20)).toBe('taken');
});
