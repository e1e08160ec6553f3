import { Headers } from './headers';
import { agreedTimer, answeredTimer, isTooShort, sessionExpiresOf, TimerOffer } from './session-expires';

const timer = (value: string, supported = 'timer') =>
  new Headers([
    ['x', value],
    ['supported', supported],
  ]);

test.each([
  ['1800', { seconds: 1_800, refresher: null }],
  ['90;refresher=uac', { seconds: 90, refresher: 'uac' }],
  ['90 ; a=b ; Refresher=UAS', { seconds: 90, refresher: 'uas' }],
  ['90;refresher=both', { seconds: 90, refresher: null }],
  ['0', { seconds: 0, refresher: null }],
  ['-1', null],
  ['soon', null],
  ['4294967296', null],
])('parses Session-Expires: %s', (value, expected) => {
  expect(sessionExpiresOf(timer(value))).toEqual(expected);
});

test.each([
  ['89', 'timer', true],
  ['90', 'timer', false],
  ['0', 'timer', true],
  ['89', '', false],
])('decides whether %s s with Supported "%s" is too short: %s', (value, supported, expected) => {
  expect(isTooShort(timer(value, supported))).toBe(expected);
});

test.each([
  ['1800', 'timer', '1800;refresher=uac', 'they', true],
  ['1800;refresher=uac', 'timer', '1800;refresher=uac', 'they', true],
  ['1800;refresher=uas', 'timer', '1800;refresher=uas', 'we', false],
  ['1800', '', '1800;refresher=uas', 'we', false],
  ['1800;refresher=uac', '100rel', '1800;refresher=uas', 'we', false],
  ['30', '', '90;refresher=uas', 'we', false],
  ['0', '', '90;refresher=uas', 'we', false],
])(
  'responds to a request for %s with Supported "%s" by %s',
  (asked, supported, line, refreshes, required) => {
    const answer = answeredTimer(timer(asked, supported));
    expect(answer?.terms.refreshes).toBe(refreshes);
    const expected = [['session-expires', line], ...(required ? [['require', 'timer']] : [])];
    expect(answer?.lines).toEqual(expected);
  },
);

test('sets no timer where none is requested', () => {
  expect(answeredTimer(new Headers([['supported', 'timer']]))).toBeNull();
  expect(agreedTimer(new Headers([['supported', 'timer']]))).toBeNull();
});

test.each([
  ['300;refresher=uas', 'they'],
  ['300;refresher=uac', 'we'],
  ['300', 'we'],
])('decides for a 2xx with %s: %s refresh', (value, refreshes) => {
  expect(agreedTimer(timer(value))).toEqual({ seconds: 300, refreshes });
});

test('sets no timer for a 2xx with 0', () => {
  expect(agreedTimer(timer('0'))).toBeNull();
});

test.each([
  [422, '3600', 1_800, ['3600', '3600']],
  [422, '120;x=y', 1_800, ['1800', '120']],
  [422, 'none', 1_800, null],
  [422, '3600', 0, null],
  [423, '3600', 1_800, null],
])('handles a refusal %d with Min-SE %s of an offer of %d s', (status, minimum, seconds, expected) => {
  const offer = new TimerOffer(seconds);
  const refusal = { status, headers: new Headers([['min-se', minimum]]) };
  expect(offer.raises(refusal)).toBe(expected !== null);
  if (expected) expect(offer.lines.map(([, value]) => value)).toEqual(expected);
  // Once alone.
  expect(offer.raises(refusal)).toBe(false);
});
