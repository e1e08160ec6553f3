import type { ApiRequestResult } from './cloud-http-client';
import { CloudTrunkHealth } from './cloud-trunk-health';
import { CloudTrunk } from './cloud-trunk';
import { TWILIO } from './twilio/twilio';

const UP = { state: 'up', reason: null };
const UNKNOWN = { state: 'unknown', reason: null };
const down = (reason: string) => ({ state: 'down', reason });

test.each<[string, [ApiRequestResult, number | null][], object]>([
  ['nothing yet', [], UNKNOWN],
  ['an answer', [['answered', 200]], UP],
  ['a refusal of one call', [['answered', 400]], UP],
  [
    '401',
    [
      ['answered', 200],
      ['refused', 401],
    ],
    down('the carrier answered 401'),
  ],
  ['403', [['refused', 403]], down('the carrier answered 403')],
  ['a name without an address', [['not_resolved', null]], down('the name of the API does not resolve')],
  [
    'two time-outs',
    [
      ['answered', 200],
      ['timed_out', null],
      ['timed_out', null],
    ],
    UP,
  ],
  [
    'three in a row',
    [
      ['timed_out', null],
      ['timed_out', null],
      ['timed_out', null],
    ],
    down('the API does not answer'),
  ],
  [
    'three that are not in a row',
    [
      ['timed_out', null],
      ['timed_out', null],
      ['answered', 200],
      ['timed_out', null],
    ],
    UP,
  ],
  [
    'an answer after 401',
    [
      ['refused', 401],
      ['answered', 200],
    ],
    UP,
  ],
])('changes after %s', (_what, all, expected) => {
  const standing = new CloudTrunkHealth(() => 0);
  for (const one of all) standing.onResult(...one);
  expect(standing.health).toEqual(expected);
});

test('is unknown 30 s after a refusal', () => {
  let nowMs = 0;
  const standing = new CloudTrunkHealth(() => nowMs);
  standing.onResult('answered', 200);
  standing.onResult('refused', 401);
  nowMs = 29_999;
  expect(standing.health).toEqual(down('the carrier answered 401'));
  nowMs = 30_000;
  expect(standing.health).toEqual(UNKNOWN);
});

test.each([
  [null, 'https://api.twilio.com', 'PUBLIC_URL is not set'],
  ['http://voice.example', 'https://api.twilio.com', 'MEDIA_PUBLIC_URL is not https'],
  ['http://voice.example', 'http://127.0.0.1:9000', null],
  ['https://voice.example', 'https://api.twilio.com', null],
])('reports a trunk reached at %s, with the API at %s, as %s', (origin, baseUrl, problem) => {
  const settings = { baseUrl, options: new Map<string, string>(), allow: null };
  const acquireQuota = () => Promise.resolve(true);
  const stored = { id: 't', name: 't', settings, inboundToken: 'x' };
  const trunk = new CloudTrunk(stored, TWILIO, () => 0, acquireQuota);
  expect(trunk.problemAt(origin)).toBe(problem);
  trunk.close();
});
