import { OptionError, trunkName } from './option-readers';
import { changedTrunk, newTrunk, optionValues, type TrunkChange } from './trunk';
import { optionsOf, TRUNK_KIND_NAMES, TRUNK_KINDS, type TrunkKind } from './trunk-kinds';
import { flagOf } from './trunk-options';

const NOW = new Date('2026-11-20T10:00:00Z');
const LATER = new Date('2026-11-20T11:00:00Z');
const GIVEN = { id: 'trunk_1', inboundToken: null, createdAt: NOW };
const seal = (text: string, option: string) => `sealed ${option} ${text.length}`;

const read = (kind: TrunkKind, name: string, text: string) => {
  const option = optionsOf(kind).find((one) => one.name === name);
  if (!option) throw new Error(`${kind} has no ${name}`);
  try {
    return option.read(text);
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
};
const WRONG = expect.any(OptionError) as unknown;

describe('values of options', () => {
  test.each<[TrunkKind, string, string, unknown]>([
    ['sip', 'enabled', 'yes', true],
    ['sip', 'enabled', 'no', false],
    ['sip', 'enabled', 'true', WRONG],
    ['sip', 'channels', '1', 1],
    ['sip', 'channels', '10000', 10_000],
    ['sip', 'channels', '0', WRONG],
    ['sip', 'channels', '10001', WRONG],
    ['sip', 'channels', '1e3', WRONG],
    ['sip', 'cps', '0.1', 0.1],
    ['sip', 'cps', '100', 100],
    ['sip', 'cps', '0.09', WRONG],
    ['sip', 'cps', '100.1', WRONG],
    ['sip', 'inbound_per_second', '1000', 1_000],
    ['sip', 'inbound_per_second', '1001', WRONG],
    ['sip', 'caller_id', '+140123', '+140123'],
    ['sip', 'caller_id', '918045678900', WRONG],
    ['sip', 'server', 'SBC.example.com:5080', 'sbc.example.com:5080'],
    ['sip', 'server', '203.0.113.9', '203.0.113.9'],
    ['sip', 'server', '203.0.113.256', WRONG],
    ['sip', 'server', '[2001:db8::1]:5060', WRONG],
    ['sip', 'server', 'sbc:0', WRONG],
    ['sip', 'server', 'sbc:70000', WRONG],
    ['sip', 'server', 'sip:sbc', WRONG],
    ['sip', 'transport', 'tls', 'tls'],
    ['sip', 'transport', 'ws', WRONG],
    ['sip', 'tls_ca', '-----BEGIN CERTIFICATE-----\nAA==', '-----BEGIN CERTIFICATE-----\nAA=='],
    ['sip', 'tls_ca', 'nothing of the kind', WRONG],
    ['sip', 'username', 'acme', 'acme'],
    ['sip', 'username', 'ac me', WRONG],
    ['sip', 'username', 'a\r\nb', WRONG],
    ['sip', 'password', 'with space', 'with space'],
    ['sip', 'password', 'two\nlines', WRONG],
    ['sip', 'expires', '59', WRONG],
    ['sip', 'expires', '3600', 3_600],
    ['sip', 'keep_alive', '0', 0],
    ['sip', 'keep_alive', '9', WRONG],
    ['sip', 'keep_alive', '10', 10],
    ['sip', 'session_timer', '0', 0],
    ['sip', 'session_timer', '89', WRONG],
    ['sip', 'session_timer', '90', 90],
    ['sip', 'session_timer', '7200', 7_200],
    ['sip', 'session_timer', '7201', WRONG],
    ['sip', 'prack', 'off', 'off'],
    ['sip', 'prack', 'on', WRONG],
    ['sip', 'country', 'in', 'IN'],
    ['sip', 'country', '91', '91'],
    ['sip', 'country', '+91', WRONG],
    ['sip', 'prefix', '*9#', '*9#'],
    ['sip', 'prefix', '123456789', WRONG],
    ['sip', 'codecs', 'pcmu,pcma', ['pcmu', 'pcma']],
    ['sip', 'codecs', 'pcmu', ['pcmu']],
    ['sip', 'codecs', 'pcmu,pcmu', WRONG],
    ['sip', 'codecs', 'opus', WRONG],
    ['sip', 'allow', '203.0.113.0/24, 198.51.100.7', ['203.0.113.0/24', '198.51.100.7']],
    ['sip', 'allow', 'none', null],
    ['sip', 'allow', '203.0.113.0/33', WRONG],
    ['sip', 'allow', '2001:db8::/32', WRONG],
    ['sip', 'public_address', 'none', 'none'],
    ['sip', 'public_address', '203.0.113.9', '203.0.113.9'],
    ['sip', 'public_address', 'sip.example.com', WRONG],
    ['exotel', 'call_type', 'promo', 'promo'],
    ['plivo', 'base_url', 'http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
    ['plivo', 'base_url', 'https://api.example.com/x?y=1', WRONG],
    ['plivo', 'base_url', 'ftp://api.example.com', WRONG],
  ])('are read: %s: %s %j', (kind, name, text, value) => expect(read(kind, name, text)).toEqual(value));

  test('are never repeated in a problem, as they may be secrets', () =>
    expect(String(read('sip', 'password', `hunter2\n`))).not.toContain('hunter2'));

  test('are read in linear time', () => {
    for (const kind of TRUNK_KIND_NAMES)
      for (const { name } of optionsOf(kind)) read(kind, name, 'a-'.repeat(1_000_000));
  });

  test.each([
    [' Mumbai-1 ', 'Mumbai-1'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['😀'.repeat(64), '😀'.repeat(64)],
  ])('accept the name %j', (text, name) => expect(trunkName(text)).toBe(name));

  test.each(['', '   ', 'x'.repeat(65), 'two\nlines', '\0'])('reject the name %j', (text) =>
    expect(() => trunkName(text)).toThrow(OptionError),
  );
});

const change = (options: TrunkChange['options'], secrets: TrunkChange['secrets'] = {}): TrunkChange => ({
  options,
  secrets,
});

describe('a trunk', () => {
  test('has the default of its kind for a missing option', () => {
    const sip = newTrunk('sip', 'Mumbai', change({ server: ['sbc'] }), GIVEN, seal);
    expect(sip).toMatchObject({ name: 'Mumbai', nameFolded: 'mumbai', enabled: true, channels: 10, cps: 5 });
    expect(optionValues(sip)).toMatchObject({
      transport: 'udp',
      tls_verify: true,
      srtp: 'off',
      register: false,
      expires: 300,
      keep_alive: 30,
      session_timer: 1_800,
      prack: 'auto',
      did: 'ruri',
      number_format: 'e164',
      user_phone: true,
      from_user: 'caller-id',
      identity: 'none',
      dtmf: 'rfc4733',
      codecs: ['pcma', 'pcmu'],
      inbound_per_second: 10,
      allow: null,
      caller_id: null,
      server: ['sbc'],
    });
    const { session_timer: _newer, ...older } = sip.options;
    expect(optionValues({ ...sip, options: older })).toMatchObject({ session_timer: 1_800 });
    const cloud = newTrunk(
      'exotel',
      'X',
      change({ account_sid: 'a', api_key: 'k' }, { api_token: 't' }),
      GIVEN,
      seal,
    );
    expect(cloud).toMatchObject({ cps: 1, secrets: { api_token: 'sealed api_token 1' } });
    expect(optionValues(cloud)).toMatchObject({ base_url: 'https://api.in.exotel.com', call_type: 'trans' });
    expect(JSON.stringify(optionValues(cloud))).not.toContain('api_token');
  });

  test('changes the named options, and may lose a secret', () => {
    const before = newTrunk(
      'sip',
      'Mumbai',
      change({ server: ['sbc'], username: 'u' }, { password: 'p' }),
      GIVEN,
      seal,
    );
    const after = changedTrunk(
      before,
      { ...change({ channels: 3 }, { password: null }), name: 'Pune' },
      LATER,
      seal,
    );
    expect(after).toEqual({
      ...before,
      name: 'Pune',
      nameFolded: 'pune',
      channels: 3,
      secrets: {},
      updatedAt: LATER,
    });
  });

  test.each<[string, TrunkKind, TrunkChange, string]>([
    ['without a server', 'sip', change({}), 'A trunk of kind sip needs --server.'],
    [
      'without its secret',
      'twilio',
      change({ account_sid: 'a' }),
      'A trunk of kind twilio needs --auth-token.',
    ],
    [
      'with an option of another kind',
      'sip',
      change({ server: ['a'], auth_id: 'x' }),
      '--auth-id is no option of a trunk of kind sip.',
    ],
    [
      'national without a country',
      'sip',
      change({ server: ['a'], number_format: 'national' }),
      '--number-format national needs --country.',
    ],
    [
      'that registers nobody',
      'sip',
      change({ server: ['a'], register: true }),
      '--register yes needs --username.',
    ],
    [
      'with a From of nobody',
      'sip',
      change({ server: ['a'], from_user: 'username' }),
      '--from-user username needs --username.',
    ],
  ])('is rejected: %s', (_what, kind, given, problem) =>
    expect(() => newTrunk(kind, 'x', given, GIVEN, seal)).toThrow(problem),
  );

  test('is rejected when a change removes one of options that exclude each other', () => {
    const trunk = newTrunk(
      'sip',
      'x',
      change({ server: ['a'], number_format: 'national', country: 'IN' }),
      GIVEN,
      seal,
    );
    expect(() => changedTrunk(trunk, change({ country: null }), LATER, seal)).toThrow('needs --country');
  });
});

describe('TRUNK_KINDS', () => {
  test.each(TRUNK_KIND_NAMES)(
    'name every option of %s once, with a default that its reader accepts',
    (kind) => {
      const names = optionsOf(kind).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const option of optionsOf(kind)) {
        expect(flagOf(option.name)).toMatch(/^--[a-z]+(-[a-z]+)*$/);
        if (option.default === null || option.repeatable) continue;
        const text = option.default instanceof Array ? option.default.join(',') : String(option.default);
        const typed = { true: 'yes', false: 'no' }[text] ?? text;
        expect([option.name, option.read(typed)]).toEqual([option.name, option.default]);
      }
    },
  );

  test('have an address for inbound calls for cloud trunks alone', () =>
    expect(TRUNK_KIND_NAMES.filter((kind) => TRUNK_KINDS[kind].web)).toEqual(['exotel', 'plivo', 'twilio']));
});
