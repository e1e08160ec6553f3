import { circuitBreaker, failingReason, type LegOutcome } from './circuit-breaker';

const T0 = Date.parse('2026-11-20T10:00:00Z');
const second = (s: number) => new Date(T0 + s * 1_000);
type Kind = 'refused' | 'full' | 'rang' | 'busy' | 'open';

const LEGS: Record<Kind, Omit<LegOutcome, 'at' | 'beganAt'>> = {
  refused: { result: 'refused', noCapacity: false, status: '403' },
  full: { result: 'refused', noCapacity: true, status: '503' },
  rang: { result: 'taken', noCapacity: false, status: '180' },
  busy: { result: 'person', noCapacity: false, status: '486' },
  open: { result: null, noCapacity: false, status: null },
};

const leg = (kind: Kind, s: number): LegOutcome => ({
  ...LEGS[kind],
  beganAt: second(s),
  at: kind === 'open' ? null : second(s),
});

/** Legs of a kind, `every` seconds apart, the first at `from`. */
const legs = (kind: Kind, count: number, every = 20, from = 0) =>
  Array.from({ length: count }, (_, index) => leg(kind, from + index * every));

test.each<[string, LegOutcome[], string]>([
  ['nothing yet', [], 'closed'],
  ['19 refused in a row', legs('refused', 19), 'closed'],
  ['20 refused in a row', legs('refused', 20), 'failing'],
  [
    '20 with one that rang between',
    [...legs('refused', 10), leg('rang', 195), ...legs('refused', 10, 20, 200)],
    'closed',
  ],
  [
    '20 with one that was busy between',
    [...legs('refused', 10), leg('busy', 195), ...legs('refused', 10, 20, 200)],
    'closed',
  ],
  [
    '20 with one that we gave up between',
    [...legs('refused', 10), { ...leg('open', 190), at: second(195) }, ...legs('refused', 10, 20, 200)],
    'failing',
  ],
  ['20 and legs still under way', [...legs('refused', 20), leg('open', 500)], 'failing'],
  ['10 without capacity in 10 s', legs('full', 10, 1), 'failing'],
  ['10 without capacity in 10.8 s', legs('full', 10, 1.2), 'closed'],
  ['9 without capacity in 10 s', legs('full', 9, 1), 'closed'],
  ['10 without capacity in 10 s, long after one', [leg('full', 0), ...legs('full', 10, 1, 60)], 'failing'],
  [
    '10 without capacity between calls that ring',
    [...legs('full', 5, 1), leg('rang', 4.5), ...legs('full', 5, 1, 5)],
    'failing',
  ],
  ['a probe is refused', [...legs('refused', 20), leg('refused', 600)], 'failing'],
  ['a probe is busy: nothing proves that it rings', [...legs('refused', 20), leg('busy', 600)], 'failing'],
  ['a probe rings', [...legs('refused', 20), leg('rang', 600)], 'closed'],
  [
    'a probe rings right after 10 without capacity',
    [...legs('full', 10, 1), leg('rang', 9.5), leg('full', 9.8)],
    'closed',
  ],
  ['the newest first', [...legs('refused', 20), leg('rang', 600)].reverse(), 'closed'],
])('%s: %s', (_what, given, kind) => expect(circuitBreaker(given).kind).toBe(kind));

test('names the last status, since when, and the next probe 30 s after the last leg began', () => {
  expect(
    circuitBreaker([...legs('refused', 20, 1), leg('full', 40), leg('busy', 41), leg('open', 75)]),
  ).toEqual({
    kind: 'failing',
    since: second(19),
    status: '503',
    probeAt: second(105),
  });
  expect(circuitBreaker([...legs('full', 10, 1), leg('busy', 40)])).toMatchObject({ since: second(9) });
  expect(failingReason('503')).toBe('The trunk is failing (503).');
});
