import { changedTrunk, newTrunk, optionValues, type TrunkChange } from './trunk';
import { optionsOf, TRUNK_KIND_NAMES, TRUNK_KINDS, type TrunkKind } from './trunk-kinds';
import { flagOf } from './trunk-options';

const NOW = new Date('2026-11-20T10:00:00Z');
const LATER = new Date('2026-11-20T11:00:00Z');
const GIVEN = { id: 'trunk_1', inboundToken: null, createdAt: NOW };
const seal = (text: string, option: string) => `sealed ${option} ${text.length}`;

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
      'with a secret of another kind',
      'sip',
      change({ server: ['a'] }, { auth_token: 't' }),
      '--auth-token is no option of a trunk of kind sip.',
    ],
    [
      'national without a country',
      'sip',
      change({ server: ['a'], number_format: 'national' }),
      '--number-format national needs --country.',
    ],
    [
      'with a certificate without its key',
      'sip',
      change({ server: ['a'], tls_cert: 'c' }),
      '--tls-cert and --tls-key belong together.',
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
