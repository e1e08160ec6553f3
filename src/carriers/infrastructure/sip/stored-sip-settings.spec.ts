import { newTrunk, type TrunkChange } from '../../../trunks/domain/trunk';
import { optionsOf } from '../../../trunks/domain/trunk-kinds';
import type { SipSettings } from './sip-settings';
import { storedSipSettings } from './stored-sip-settings';

const GIVEN = { id: 'trunk_1', inboundToken: null, createdAt: new Date(0) };

/** The settings of a trunk that was added with these flags, each read as the command reads it. */
function settingsOf(flags: Readonly<Record<string, string | readonly string[]>>): SipSettings {
  const values = optionsOf('sip').flatMap(({ name, read, secret }) => {
    const given = flags[name];
    if (given === undefined) return [];
    const value = given instanceof Array ? given.map(read).flat().map(String) : read(given);
    return [{ name, value, isSecret: secret === true }];
  });
  const of = (isSecret: boolean) =>
    Object.fromEntries(
      values.filter((one) => one.isSecret === isSecret).map(({ name, value }) => [name, value]),
    );
  const change = { options: of(false), secrets: of(true) } as unknown as TrunkChange;
  const trunk = newTrunk('sip', 'one', change, GIVEN, (text) => `sealed ${text}`);
  return storedSipSettings(trunk, (option) => trunk.secrets[option]?.replace('sealed ', '') ?? null);
}

const server = ['sbc.example:5080'];
const CERT = '-----BEGIN CERTIFICATE-----\nAA==';
const KEY = '-----BEGIN PRIVATE KEY-----\nAA==';

test('reads a trunk with a server alone with the defaults', () =>
  expect(settingsOf({ server })).toEqual({
    servers: ['sbc.example:5080'],
    domain: 'sbc.example',
    fromDomain: 'sbc.example',
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
    identity: 'none',
    codecs: ['pcma', 'pcmu'],
    dtmf: 'rfc4733',
    allow: null,
    mediaSources: [],
    publicAddress: undefined,
    sessionSeconds: 1_800,
    prack: true,
    did: 'ruri',
    phones: null,
    callerId: null,
  }));

test.each<[Record<string, string>, Partial<SipSettings>]>([
  [{ domain: 'example.com' }, { domain: 'example.com', fromDomain: 'example.com' }],
  [{ domain: 'example.com', from_domain: 'other.example' }, { fromDomain: 'other.example' }],
  [
    { transport: 'tls', tls_verify: 'no' },
    { transport: 'tls', tlsVerify: false },
  ],
  [{ transport: 'tls', srtp: 'required' }, { isSrtpRequired: true }],
  [{ tls_cert: CERT, tls_key: KEY }, { tlsIdentity: { cert: CERT, key: KEY } }],
  [
    { session_timer: '0', prack: 'off' },
    { sessionSeconds: 0, prack: false },
  ],
  [{ username: 'u' }, { username: 'u', credentials: null }],
  [{ username: 'u', password: 'p' }, { credentials: { username: 'u', password: 'p' } }],
  [{ username: 'u', password: 'p', auth_username: 'a' }, { credentials: { username: 'a', password: 'p' } }],
  [
    { username: 'u', register: 'yes', expires: '90' },
    { register: true, expiresSeconds: 90 },
  ],
  [{ keep_alive: '0' }, { keepAliveSeconds: 0 }],
  [
    { number_format: 'national', country: 'IN', prefix: '9' },
    { numbers: { format: 'national', callingCode: '91', prefix: '9' } },
  ],
  [
    { number_format: 'national', country: '44' },
    { numbers: { format: 'national', callingCode: '44', prefix: null } },
  ],
  [
    { user_phone: 'no', identity: 'pai' },
    { userPhone: false, identity: 'pai' },
  ],
  [{ username: 'u', from_user: 'username' }, { fromUser: 'username' }],
  [
    { codecs: 'pcmu', dtmf: 'info', did: 'to' },
    { codecs: ['pcmu'], dtmf: 'info', did: 'to' },
  ],
  [
    { allow: '10.0.0.0/8', media_sources: '10.1.0.0/16' },
    { allow: ['10.0.0.0/8'], mediaSources: ['10.1.0.0/16'] },
  ],
  [{ public_address: 'none' }, { publicAddress: null }],
  [{ public_address: '203.0.113.7' }, { publicAddress: '203.0.113.7' }],
])('reads a stored trunk: %j', (flags, expected) =>
  expect(settingsOf({ server, ...flags })).toMatchObject(expected),
);
