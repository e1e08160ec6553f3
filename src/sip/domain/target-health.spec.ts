import type { Target } from './ports';
import { type SrvRecord, orderSrv } from './srv';
import { TargetHealth, type TargetState, targetKey } from './target-health';
import { inNetworks } from './networks';

const A: Target = { transport: 'udp', address: '192.0.2.1', port: 5060 };
const B: Target = { ...A, address: '192.0.2.2' };
const C: Target = { ...A, address: '192.0.2.3' };
const [a, b] = [targetKey(A), targetKey(B)];

/** What happened to a target, and what it is then. */
const STORIES: [
  story: string,
  acts: (health: TargetHealth, wait: (ms: number) => void) => void,
  state: TargetState,
][] = [
  ['nothing', () => undefined, 'unknown'],
  ['asked', (health) => health.add(a), 'unknown'],
  ['heard', (health) => health.recordReceived(a), 'up'],
  ['refused', (health) => health.out(a), 'down'],
  [
    'refused, then heard',
    (health) => {
      health.out(a);
      health.recordReceived(a);
    },
    'up',
  ],
  [
    'refused 30 s ago',
    (health, wait) => {
      health.out(a);
      wait(30_001);
    },
    'unknown',
  ],
  [
    'heard, then silent for 91 s',
    (health, wait) => {
      health.recordReceived(a);
      wait(90_001);
    },
    'unknown',
  ],
  [
    'answered OPTIONS, then silent for 90 s',
    (health, wait) => {
      health.answeredOptions(a);
      wait(90_000);
    },
    'up',
  ],
  [
    'answered OPTIONS, then silent for longer',
    (health, wait) => {
      health.answeredOptions(a);
      wait(90_001);
    },
    'down',
  ],
  [
    'silent for long, then heard',
    (health, wait) => {
      health.answeredOptions(a);
      wait(900_000);
      health.recordReceived(a);
    },
    'up',
  ],
  [
    '503',
    (health) => {
      health.recordReceived(a);
      health.unavailable(a);
    },
    'up',
  ],
];

test.each(STORIES)('%s', (_story, act, state) => {
  let now = 0;
  const health = new TargetHealth(() => now);
  act(health, (ms) => (now += ms));
  expect(health.state(a)).toBe(state);
});

test.each([
  [332_000, 332_000, 'up'],
  [332_000, 332_001, 'down'],
  [null, 90_000, 'up'],
  [null, 90_001, 'unknown'],
] as const)('decides after a silence of %s ms, at %d ms: %s', (silenceMs, ms, state) => {
  let now = 0;
  const health = new TargetHealth(() => now);
  health.answeredOptions(a);
  now = ms;
  expect([health.state(a, silenceMs), health.stateOf([A], silenceMs)]).toEqual([state, state]);
});

test('is up for a trunk with one target up, and down with all down or none', () => {
  const health = new TargetHealth(() => 0);
  expect(health.stateOf([])).toBe('down');
  expect(health.stateOf([A, B])).toBe('unknown');
  health.out(a);
  expect(health.stateOf([A, B])).toBe('unknown');
  health.out(b);
  expect(health.stateOf([A, B])).toBe('down');
  health.recordReceived(b);
  expect(health.stateOf([A, B])).toBe('up');
});

test('orders 503 last, and down targets not at all, but all when all are down', () => {
  const health = new TargetHealth(() => 0);
  health.unavailable(a);
  expect(health.order([A, B, C])).toEqual([B, C, A]);
  health.out(b);
  expect(health.order([A, B, C])).toEqual([C, A]);
  health.out(a);
  health.out(targetKey(C));
  expect(health.order([A, B, C])).toEqual([B, C, A]);
});

test('is bounded in memory', () => {
  const health = new TargetHealth(() => 0, 100);
  for (let port = 1; port <= 1_000; port++) health.recordReceived(`udp:192.0.2.9:${port}`);
  expect(health.known('udp:192.0.2.9:900')).toBe(false);
  expect(health.known('udp:192.0.2.9:901')).toBe(true);
});

test('orders SRV by priority, and within one by weight', () => {
  const record = (name: string, priority: number, weight: number): SrvRecord => ({
    name,
    priority,
    weight,
    port: 5060,
  });
  const records = [record('c', 20, 0), record('a', 10, 10), record('b', 10, 30), record('z', 10, 0)];
  const first = new Map<string, number>();
  const ROUNDS = 4_100;
  for (let round = 0; round < ROUNDS; round++) {
    const order = orderSrv(records, () => (round + 0.5) / ROUNDS);
    expect(order).toHaveLength(4);
    expect(order[3]?.name).toBe('c');
    first.set(order[0]?.name ?? '', (first.get(order[0]?.name ?? '') ?? 0) + 1);
  }
  // One point of 41 is the weightless one's.
  expect(Object.fromEntries(first)).toEqual({ z: 100, a: 1_000, b: 3_000 });
});

test('orders small weights of SRV exactly', () => {
  const records = [3, 1].map((weight) => ({ name: String(weight), priority: 0, weight, port: 5060 }));
  const rounds = Array.from({ length: 400 }, (_, round) => orderSrv(records, () => (round + 0.5) / 400));
  expect(rounds.filter(([first]) => first?.name === '3')).toHaveLength(300);
  expect(rounds.every((order) => order.length === 2)).toBe(true);
});

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.0.0.0', ['10.0.0.0/8'], false],
  ['172.31.255.255', ['172.16.0.0/12'], true],
  ['172.32.0.0', ['172.16.0.0/12'], false],
  ['192.0.2.1', ['192.0.2.1'], true],
  ['192.0.2.1', ['0.0.0.0/0'], true],
  ['192.0.2.1', [], false],
  ['no address', ['0.0.0.0/0'], false],
])('responds to %s in %j: %s', (address, networks, expected) =>
  expect(inNetworks(address, networks)).toBe(expected),
);
