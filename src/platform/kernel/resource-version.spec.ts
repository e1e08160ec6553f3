import fc from 'fast-check';
import {
  assertVersion,
  entityTag,
  expectedVersion,
  matchesVersion,
  nextUpdatedAt,
  parseIfMatch,
  preciseInstant,
} from './resource-version';

const CURRENT = new Date('2026-11-20T09:15:00.123Z');

const SAME: readonly string[] = [
  '2026-11-20T09:15:00.123Z',
  '2026-11-20t09:15:00.123z',
  '2026-11-20T09:15:00.123000000Z',
  '2026-11-20T14:45:00.123+05:30',
  '2026-11-20T00:15:00.1230-09:00',
  '2026-11-21T09:14:00.123+23:59',
];

const OTHER: readonly string[] = [
  '2026-11-20T09:15:00Z',
  '2026-11-20T09:15Z',
  '2026-11-20T09:15:00+0530',
  '2026-11-20T09:15:00.12Z',
  '2026-11-20T09:15:00.124Z',
  '2026-11-20T09:15:00.123000001Z',
  '2026-11-20T09:15:00.123+05:30',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999+23:59',
];

const NO_DATE_TIME: readonly string[] = [
  '',
  ' ',
  'yesterday',
  '2026-11-20',
  '2026-11-20T09:15:00.123',
  '2026-11-20 09:15:00.123Z',
  '2026-11-20T09:15:00.Z',
  '2026-11-20T09:15:00.1234567890Z',
  '2026-02-29T09:15:00Z',
  '2026-02-31T09:15:00Z',
  '2026-13-01T09:15:00Z',
  '2026-00-10T09:15:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T09:60:00Z',
  '2026-11-20T09:15:00+24:00',
  '2026-11-20T09:15:00+05:60',
  '+002026-11-20T09:15:00Z',
  '1763630100123',
  '٢٠٢٦-11-20T09:15:00Z',
];

const check = (sent: Parameters<typeof expectedVersion>[0]): string => {
  const { version, problems } = expectedVersion(sent);
  if (problems.length > 0) return problems.map(({ field }) => field).join(' ');
  return matchesVersion(version, CURRENT) ? 'matches' : 'conflict';
};

describe('If-Match', () => {
  it.each(SAME)('matches %s bare, quoted and in a list', (text) => {
    expect(check({ ifMatch: text })).toBe('matches');
    expect(check({ ifMatch: ` "${text}" ` })).toBe('matches');
    expect(check({ ifMatch: `"2020-01-01T00:00:00Z", "${text}"` })).toBe('matches');
  });

  it.each([...SAME, ...OTHER])('never matches %s as a weak tag', (text) =>
    expect(check({ ifMatch: `W/"${text}"` })).toBe('conflict'),
  );

  it.each<[string, string, RegExp]>([
    [
      'a weak tag',
      `W/"${CURRENT.toISOString()}"`,
      /^A weak tag \(W\/\) in If-Match matches no version: send "/,
    ],
    ['another version', '2020-01-01T00:00:00Z', /^The agent was saved since; its updated_at is now /],
  ])('conflicts with %s for a reason of its own', (_what, ifMatch, message) => {
    const { version } = expectedVersion({ ifMatch });
    expect(() => assertVersion('agent', version, CURRENT)).toThrow(message);
  });

  it.each(OTHER)('conflicts with %s', (text) => {
    expect(check({ ifMatch: text })).toBe('conflict');
    expect(check({ ifMatch: `"${text}"` })).toBe('conflict');
  });

  it.each(NO_DATE_TIME)('reports a problem of %j', (text) => {
    expect(check({ ifMatch: text })).toBe('headers.If-Match');
    expect(check({ ifMatch: `"${text}"` })).toBe('headers.If-Match');
    expect(check({ ifMatch: `W/"${text}"` })).toBe('headers.If-Match');
    expect(check({ ifMatch: `"${SAME[0] ?? ''}", "${text}"` })).toBe('headers.If-Match');
  });

  it.each([
    '"*"',
    'W/*',
    '*, *',
    '"',
    '""',
    `'${SAME[0] ?? ''}'`,
    `w/"${SAME[0] ?? ''}"`,
    `"${SAME[0] ?? ''}`,
  ])('reports a problem of %s', (header) => expect(check({ ifMatch: header })).toBe('headers.If-Match'));

  it('matches any version by *', () => {
    expect(parseIfMatch('*')).toEqual({ any: true, named: [], strong: [] });
    expect(check({ ifMatch: ' * ' })).toBe('matches');
  });
});

describe('expected_updated_at', () => {
  it.each(SAME)('matches %s', (text) => expect(check({ expectedUpdatedAt: text })).toBe('matches'));

  it.each(OTHER)('conflicts with %s', (text) => expect(check({ expectedUpdatedAt: text })).toBe('conflict'));

  it.each([...NO_DATE_TIME, '*', `"${SAME[0] ?? ''}"`])('reports a problem of %j', (text) =>
    expect(check({ expectedUpdatedAt: text })).toBe('expected_updated_at'),
  );
});

describe('If-Match and expected_updated_at', () => {
  const [current = '', , , sameElsewhere = ''] = SAME;
  const [other = ''] = OTHER;

  it.each([
    [{ ifMatch: `"${current}"`, expectedUpdatedAt: sameElsewhere }, 'matches'],
    [{ ifMatch: other, expectedUpdatedAt: other }, 'conflict'],
    [{ ifMatch: '*', expectedUpdatedAt: current }, 'matches'],
    [{ ifMatch: '*', expectedUpdatedAt: other }, 'conflict'],
    [{ ifMatch: `W/"${current}"`, expectedUpdatedAt: current }, 'conflict'],
    [{ ifMatch: `"${other}", "${current}"`, expectedUpdatedAt: current }, 'matches'],
    [{ ifMatch: current, expectedUpdatedAt: other }, 'expected_updated_at'],
    [{ ifMatch: 'x', expectedUpdatedAt: 'x' }, 'headers.If-Match expected_updated_at'],
    [{ ifMatch: 'x', expectedUpdatedAt: current }, 'headers.If-Match'],
    [{}, 'matches'],
  ])('decide together: %j: %s', (sent, result) => expect(check(sent)).toBe(result));
});

describe('instants of versions', () => {
  it('are parsed as JavaScript does, with any offset', () =>
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-03T00:00:00Z'),
          max: new Date('9999-12-29T00:00:00Z'),
          noInvalidDate: true,
        }),
        fc.integer({ min: -1_439, max: 1_439 }),
        (date, offset) => {
          const two = (n: number): string => String(n).padStart(2, '0');
          const local = new Date(date.getTime() + offset * 60_000).toISOString().replace('Z', '');
          const minutes = Math.abs(offset);
          const text = `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
          expect(preciseInstant(text)).toEqual({ epochMs: date.getTime(), nanoseconds: 0 });
        },
      ),
    ));

  it('in an entity tag match their version, and no other', () =>
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }), (date) => {
        const { version } = expectedVersion({ ifMatch: entityTag(date) });
        expect(matchesVersion(version, date)).toBe(true);
        expect(matchesVersion(version, nextUpdatedAt(date, date))).toBe(false);
      }),
    ));
});

describe('nextUpdatedAt', () => {
  it.each([
    [1_000, 1_000, 1_001],
    [1_000, 999, 1_001],
    [1_000, 1_001, 1_001],
    [1_000, 5_000, 5_000],
  ])('returns after %d, at %d: %d', (previous, now, next) =>
    expect(nextUpdatedAt(new Date(previous), new Date(now)).getTime()).toBe(next),
  );
});
