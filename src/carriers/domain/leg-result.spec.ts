import { type LegFailure, classifyFailure } from './cause-map';
import { breakerResult } from './leg-result';

const sip = (status: number): LegFailure => ({ type: 'sip', status, rang: false });

test.each<[string, LegFailure | null, boolean, ReturnType<typeof breakerResult>]>([
  ['rang, then refused', sip(503), true, 'taken'],
  ['was answered', null, true, 'taken'],
  ['was canceled by us before it rang', null, false, null],
  ['was busy', sip(486), false, 'person'],
  ['did not answer', sip(480), false, 'person'],
  ['was declined', sip(603), false, 'person'],
  ['met no capacity', sip(503), false, 'refused'],
  ['was not allowed', sip(403), false, 'refused'],
  ['does not exist', sip(404), false, 'refused'],
  ['met a silent target', { type: 'target_silent' }, false, 'refused'],
])('returns the result of a leg that %s', (_, event, rang, expected) =>
  expect(breakerResult(event && classifyFailure(event), rang)).toBe(expected),
);
