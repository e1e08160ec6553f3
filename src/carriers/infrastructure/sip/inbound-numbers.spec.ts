import { type InboundFormat, type InboundIdentities, interpretNumbers } from './inbound-numbers';

const [E164, PLAIN, NATIONAL] = (['e164', 'plain', 'national'] as const).map((format) => ({
  format,
  callingCode: '91',
  prefix: null,
}));
const USERS: InboundIdentities = {
  requestUri: '+912248001000',
  to: '+912248002000',
  identities: [],
  from: '+919800000001',
  privacy: [],
};
const trunk = (more: Partial<InboundFormat> = {}): InboundFormat => ({
  numbers: E164!,
  did: 'ruri',
  username: null,
  ...more,
});

describe('the called number', () => {
  test.each<[string, Partial<InboundIdentities>, Partial<InboundFormat>, string | null]>([
    ['stands in the Request-URI', {}, {}, '+912248001000'],
    ['stands in To with --did to', {}, { did: 'to' }, '+912248002000'],
    [
      'stands in To when the Request-URI has our user name',
      { requestUri: 'pbx' },
      { username: 'pbx' },
      '+912248002000',
    ],
    ['is no number', { requestUri: 'pbx' }, { username: 'other' }, null],
    ['is missing', { requestUri: null }, {}, null],
    ['is missing in To', { to: null }, { did: 'to' }, null],
    ['is written plain', { requestUri: '912248001000' }, { numbers: PLAIN! }, '+912248001000'],
    ['is written plain where + is wanted', { requestUri: '912248001000' }, {}, null],
    [
      'is written as dialed in the country',
      { requestUri: '02248001000' },
      { numbers: NATIONAL! },
      '+912248001000',
    ],
    [
      'comes with the prefix',
      { requestUri: '7#912248001000' },
      { numbers: { ...PLAIN!, prefix: '7#' } },
      '+912248001000',
    ],
    ['has parameters', { requestUri: '+912248001000;npdi;rn=1' }, {}, '+912248001000'],
    ['is written within its country', { requestUri: '2248001000;phone-context=+91' }, {}, '+912248001000'],
    ['has separators', { requestUri: '+91-(22)-4800.1000' }, {}, '+912248001000'],
    ['has letters', { requestUri: '+9122FLOWERS' }, {}, null],
    ['is too long', { requestUri: `+9${'1'.repeat(8_000)}` }, {}, null],
    ['is too short', { requestUri: '+9122' }, {}, null],
    ['is another script’s', { requestUri: '+९१२२४८००१०००' }, {}, null],
  ])('%s', (_, users, format, expected) =>
    expect(interpretNumbers({ ...USERS, ...users }, trunk(format))[0]?.called ?? null).toBe(expected),
  );
});

test('returns two candidates for a called number that begins as the prefix', () => {
  const numbers = { ...PLAIN!, prefix: '9' };
  const called = interpretNumbers({ ...USERS, requestUri: '912248001000' }, trunk({ numbers })).map(
    (reading) => reading.called,
  );
  expect(called).toEqual(['+912248001000', '+12248001000']);
});

describe('the caller', () => {
  test.each<[string, Partial<InboundIdentities>, Partial<InboundFormat>, string]>([
    ['is who From says', {}, {}, '+919800000001'],
    ['is who the network asserts', { identities: ['+919700000001'] }, {}, '+919700000001'],
    [
      'is who From says when the network asserts no number',
      { identities: ['reception'] },
      {},
      '+919800000001',
    ],
    [
      'is the number that the network asserts beside a name',
      { identities: ['reception', '+919700000001'] },
      {},
      '+919700000001',
    ],
    [
      'has a number that begins as the prefix',
      { requestUri: '912248001000', from: '919800000001' },
      { numbers: { ...PLAIN!, prefix: '9' } },
      '+919800000001',
    ],
    [
      'has a number with the prefix',
      { requestUri: '7#912248001000', from: '7#919800000001' },
      { numbers: { ...PLAIN!, prefix: '7#' } },
      '+919800000001',
    ],
    ['has no number', { from: 'reception' }, {}, 'anonymous'],
    ['has no From', { from: null }, {}, 'anonymous'],
    ['is not shown', { from: 'anonymous' }, {}, 'anonymous'],
    ['withholds it: id', { identities: ['+919700000001'], privacy: ['id'] }, {}, 'anonymous'],
    ['withholds it: user', { privacy: ['user', 'critical'] }, {}, 'anonymous'],
    ['withholds it: header', { privacy: ['header'] }, {}, 'anonymous'],
    ['shows it: none', { privacy: ['none'] }, {}, '+919800000001'],
    [
      'is written as dialed in the country',
      { requestUri: '02248001000', from: '09800000001' },
      { numbers: NATIONAL! },
      '+919800000001',
    ],
    [
      'is abroad',
      { requestUri: '02248001000', from: '0014155550123' },
      { numbers: NATIONAL! },
      '+14155550123',
    ],
    ['is a very long name', { from: 'x'.repeat(8_000) }, {}, 'anonymous'],
  ])('%s', (_, users, format, expected) =>
    expect(interpretNumbers({ ...USERS, ...users }, trunk(format))[0]?.caller).toBe(expected),
  );
});
