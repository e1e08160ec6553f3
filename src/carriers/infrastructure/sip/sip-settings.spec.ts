import { addressOfRecord, addressTlsOf, inviteOf, silenceTimeoutOf, type SipSettings } from './sip-settings';

const PLAIN: SipSettings = {
  servers: ['sip.example.com'],
  domain: 'sip.example.com',
  transport: 'udp',
  tlsVerify: true,
  tlsCa: null,
  tlsIdentity: null,
  isSrtpRequired: false,
  username: null,
  credentials: null,
  register: false,
  expiresSeconds: 300,
  keepAliveSeconds: 30,
  numbers: { format: 'e164', callingCode: null, prefix: null },
  userPhone: true,
  fromUser: 'caller-id',
  fromDomain: 'sip.example.com',
  identity: 'none',
  codecs: ['pcma', 'pcmu'],
  dtmf: 'rfc4733',
  sessionSeconds: 1_800,
  prack: true,
  allow: null,
  mediaSources: [],
  publicAddress: undefined,
  did: 'ruri',
  phones: null,
  callerId: null,
};
const invite = (settings: Partial<SipSettings>, callerId = '+911140000001') =>
  inviteOf({ ...PLAIN, ...settings }, '+919800000002', callerId);

test('reads a trunk with every default', () =>
  expect(invite({})).toEqual({
    peer: { sessionSeconds: 1_800, prack: true },
    requestUri: 'sip:+919800000002@sip.example.com;user=phone',
    from: { uri: 'sip:+911140000001@sip.example.com;user=phone' },
    to: { uri: 'sip:+919800000002@sip.example.com;user=phone' },
    contact: '+911140000001',
    headers: [],
    audio: { codecs: ['pcma', 'pcmu'], telephoneEvent: true },
  }));

test.each<[string, Partial<SipSettings>, object]>([
  [
    'a plain number',
    { numbers: { ...PLAIN.numbers, format: 'plain' } },
    { requestUri: expect.stringMatching(/^sip:919800000002@/) },
  ],
  [
    'a national one with a prefix, which the caller id has not',
    { numbers: { format: 'national', callingCode: '91', prefix: '9' } },
    {
      requestUri: expect.stringMatching(/^sip:909800000002@/),
      from: { uri: expect.stringMatching(/^sip:01140000001@/) },
    },
  ],
  ['no user=phone', { userPhone: false }, { requestUri: 'sip:+919800000002@sip.example.com' }],
  [
    'another domain than the server',
    { domain: 'pbx.example.com' },
    { requestUri: expect.stringContaining('@pbx.example.com') },
  ],
  [
    'the user name in From',
    { fromUser: 'username', username: 'us er' },
    { from: { uri: 'sip:us%20er@sip.example.com' } },
  ],
  [
    'a domain of From',
    { fromDomain: 'us.example.com' },
    { from: { uri: expect.stringContaining('@us.example.com') } },
  ],
  [
    'P-Asserted-Identity',
    { identity: 'pai', fromUser: 'username', username: 'us' },
    { headers: [['p-asserted-identity', '<sip:+911140000001@sip.example.com;user=phone>']] },
  ],
  ['keys by INFO', { dtmf: 'info' }, { audio: { telephoneEvent: false } }],
  ['the route’s own address', { publicAddress: null }, { peer: { publicAddress: null } }],
  [
    'credentials',
    { credentials: { username: 'u', password: 'p' } },
    { peer: { credentials: { username: 'u', password: 'p' } } },
  ],
])('%s', (_, settings, expected) => expect(invite(settings)).toMatchObject(expected));

test('shows a caller id that is a user name unchanged', () =>
  expect(invite({}, 'alice').from).toEqual({ uri: 'sip:alice@sip.example.com' }));

test('checks a certificate by the name of the server, and by the domain', () => {
  const servers = ['sbc.example.com:5061', 'other.example.com'];
  expect(addressTlsOf({ ...PLAIN, servers, domain: 'example.com' })).toEqual({
    serverName: 'sbc.example.com',
    domain: 'example.com',
    verify: true,
    ca: null,
  });
  expect(addressTlsOf({ ...PLAIN, servers: [], domain: 'aics' }).serverName).toBe('aics');
});

test.each([
  [0, null],
  [10, 90_000],
  [30, 90_000],
  [58, 90_000],
  // Otherwise the server would be down until the next OPTIONS.
  [300, 332_000],
])('declares a server down with --keep-alive %d after %s ms of silence', (keepAliveSeconds, expected) =>
  expect(silenceTimeoutOf({ ...PLAIN, keepAliveSeconds })).toBe(expected),
);

test('escapes the user name in the address of a registration', () => {
  const settings = { ...PLAIN, username: 'me@home' };
  expect(addressOfRecord(settings)).toBe('sip:me%40home@sip.example.com');
});
