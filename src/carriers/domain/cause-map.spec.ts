import { type LegFailure, classifyFailure } from './cause-map';

const YES = true;
const NO = false;
const sip = (status: number, q850: number | null = null): LegFailure => ({
  type: 'sip',
  status,
  q850,
  rang: false,
});
const rang = (status: number, q850: number | null = null): LegFailure => ({
  type: 'sip',
  status,
  q850,
  rang: true,
});
const http = (status: number): LegFailure => ({ type: 'http', status });
const cloud = (code: number | string): LegFailure => ({ type: 'cloud', code });
const is = (
  type: 'busy' | 'no_answer' | 'ring_timeout' | 'request_lost' | 'no_usable_audio' | 'no_encryption',
): LegFailure => ({ type });

const ended = (cause: string, reason?: string) => ({
  kind: 'ended',
  cause,
  ...(reason !== undefined && { reason }),
});
const refused = (reason: string) => ({ kind: 'refused', temporary: false, reason });
const later = (reason: string) => ({ kind: 'refused', temporary: true, reason });

const BUSY = ended('busy');
const DECLINED = ended('busy', 'The call was declined.');
const NO_ANSWER = ended('no_answer');
const OFF = ended('no_answer', 'The phone is switched off or out of reach.');
const UNREACHABLE = ended('number_unreachable', 'The number does not exist or cannot be reached.');
const gaveUp = (code: number) => ended('failed', `The carrier gave up before it rang (${code}).`);
const notPlaced = (code: number) => ended('failed', `The carrier could not place the call (${code}).`);
const UNANSWERED = ended('failed', 'The carrier did not answer the request.');
const UNREACHED = later('it cannot be reached');
const full = (code: number) => later(`${code}, it has no capacity right now`);

const TABLE: [string, LegFailure[], boolean, object][] = [
  [
    '486, 600; Q.850 17; busy',
    [sip(486), sip(600), rang(486), sip(480, 17), sip(500, 17), is('busy')],
    NO,
    BUSY,
  ],
  [
    '603, 607, 608; Q.850 21 with statuses of a declined call',
    [sip(603), sip(607), sip(608), ...[480, 486, 487, 600, 603].map((status) => sip(status, 21))],
    NO,
    DECLINED,
  ],
  [
    '480; 408, 487 after an 18x; Q.850 18, 19; no-answer; the ring timeout',
    [
      sip(480),
      rang(480),
      rang(408),
      rang(487),
      sip(503, 18),
      sip(480, 19),
      is('no_answer'),
      is('ring_timeout'),
    ],
    NO,
    NO_ANSWER,
  ],
  ['Q.850 20', [sip(480, 20), sip(404, 20), rang(480, 20)], NO, OFF],
  ['404, 484 before any 18x', [sip(404), sip(484), sip(404, 16), sip(484, 31)], YES, UNREACHABLE],
  [
    'other 404, 484; 410, 604; Q.850 1, 22, 28',
    [
      rang(404),
      rang(484),
      sip(404, 1),
      sip(484, 22),
      sip(410),
      sip(604),
      sip(503, 1),
      sip(480, 22),
      sip(500, 28),
    ],
    NO,
    UNREACHABLE,
  ],
  ['a number that a cloud carrier cannot reach', [{ type: 'unreachable' }], NO, UNREACHABLE],
  ['name not resolved', [{ type: 'not_resolved' }], YES, UNREACHED],
  ['connection refused', [{ type: 'connection_refused' }], YES, UNREACHED],
  ['not there in 4 s', [{ type: 'target_silent' }], YES, UNREACHED],
  ['bad certificate', [{ type: 'bad_certificate' }], YES, UNREACHED],
  ['a call queued for 60 s', [{ type: 'queued_too_long' }], NO, later('it has no capacity right now')],
  [
    '32 s of silence',
    [{ type: 'no_response', receivedSince: false, again: false }],
    NO,
    later('it did not answer'),
  ],
  [
    'the same again, or something else came',
    [
      { type: 'no_response', receivedSince: false, again: true },
      { type: 'no_response', receivedSince: true, again: false },
    ],
    NO,
    UNANSWERED,
  ],
  ['a cloud request that is lost', [is('request_lost')], NO, UNANSWERED],
  [
    'a 200 without usable audio',
    [is('no_usable_audio')],
    NO,
    ended('failed', 'The carrier answered without usable audio.'),
  ],
  [
    'a 200 without encryption where it is required',
    [is('no_encryption')],
    NO,
    ended('failed', 'The carrier answered without encryption.'),
  ],
];

/** Rows whose text names the status. */
const BY_STATUS: [string, (code: number) => LegFailure, number[], boolean, (code: number) => object][] = [
  ['408, 487 before any 18x', sip, [408, 487], YES, gaveUp],
  [
    '401, 402, 403, 407',
    sip,
    [401, 402, 403, 407],
    YES,
    (code) => refused(`${code}, it does not allow the call`),
  ],
  [
    'the same after an 18x',
    rang,
    [401, 403],
    NO,
    (code) => ended('refused', `The carrier refused: ${code}, it does not allow the call`),
  ],
  ['HTTP 401, 403', http, [401, 403], YES, (code) => refused(`${code}, it does not allow the call`)],
  [
    'caller id or country not allowed',
    (code) => ({ type: 'not_allowed', code }),
    [21215],
    YES,
    (code) => refused(`${code}, it does not allow the call`),
  ],
  ['488, 606', sip, [488, 606], YES, (code) => refused(`${code}, it takes none of the offered codecs`)],
  ['3xx', sip, [300, 301, 302, 380], NO, (code) => refused(`${code}, it redirected the call`)],
  ['500, 502, 503', sip, [500, 502, 503], YES, full],
  ['Q.850 34, 38, 41, 42, 44, 47', (q850) => sip(480, q850), [34, 38, 41, 42, 44, 47], YES, () => full(480)],
  ['HTTP 3xx', http, [301, 302, 307, 308], NO, (code) => refused(`${code}, it redirected the call`)],
  ['HTTP 429', http, [429], YES, full],
  ['other 4xx, 5xx, 6xx', sip, [400, 405, 420, 481, 491, 501, 505, 513, 580, 699], YES, notPlaced],
  ['504', sip, [504], NO, notPlaced],
  ['other 4xx, 5xx, 6xx after an 18x', rang, [400, 504, 505, 699], NO, notPlaced],
  ['another HTTP 4xx', http, [400, 404, 422], YES, notPlaced],
  ['a cloud call that failed', cloud, [13224, 31000], NO, notPlaced],
  ['a temporary one after an 18x', rang, [500, 502, 503], NO, notPlaced],
];

describe.each(TABLE)('%s', (_row, events, failover, outcome) => {
  test.each(events.map((event) => [JSON.stringify(event), event] as const))('%s', (_text, event) =>
    expect(classifyFailure(event)).toMatchObject({ triesNextTrunk: failover, outcome }),
  );
});

describe.each(BY_STATUS)('%s', (_row, eventOf, codes, failover, outcomeOf) => {
  test.each(codes)('%d', (code) =>
    expect(classifyFailure(eventOf(code))).toMatchObject({
      triesNextTrunk: failover,
      outcome: outcomeOf(code),
    }),
  );
});

describe('precedence of status and cause', () => {
  test.each([
    ['16, 31, 127 never', sip(486, 16), BUSY],
    ['16, 31, 127 never', sip(503, 31), full(503)],
    ['16, 31, 127 never', sip(480, 127), NO_ANSWER],
    ['21 not with a 403', sip(403, 21), refused('403, it does not allow the call')],
    ['21 not with a 503', sip(503, 21), full(503)],
    ['a cause outside the table', sip(486, 99), BUSY],
  ])('is decided for %s: %j', (_what, event, outcome) =>
    expect(classifyFailure(event).outcome).toEqual(outcome),
  );
});

test("uses the carrier's status as the reason of a cloud call that failed without a code", () =>
  expect(classifyFailure(cloud('failed'))).toMatchObject({
    triesNextTrunk: false,
    outcome: { kind: 'ended', cause: 'failed', reason: 'The carrier could not place the call (failed).' },
  }));

test.each([
  [sip(503), true, false],
  [sip(480, 34), true, false],
  [http(429), true, false],
  [{ type: 'queued_too_long' } as const, true, false],
  [sip(403), false, false],
  [{ type: 'not_resolved' } as const, false, false],
  [{ type: 'no_response', receivedSince: false, again: false } as const, false, true],
  [{ type: 'no_response', receivedSince: true, again: false } as const, false, false],
])('classifies %j: no capacity %s, counts for the limits %s', (event: LegFailure, noCapacity, counts) =>
  expect(classifyFailure(event)).toMatchObject({ noCapacity, countsAsDial: counts }),
);
