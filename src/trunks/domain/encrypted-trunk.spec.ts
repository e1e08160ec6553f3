import { changedTrunk, newTrunk, optionValues, type TrunkChange } from './trunk';

const LATER = new Date('2026-02-01T00:00:00Z');
const GIVEN = { id: 'trunk_1', inboundToken: null, createdAt: new Date('2026-01-01T00:00:00Z') };
const seal = (text: string) => `sealed ${text}`;
const change = (options: TrunkChange['options'], secrets: TrunkChange['secrets'] = {}): TrunkChange => ({
  options,
  secrets,
});

test('uses the default of an option that is newer than the trunk', () => {
  const { options, ...trunk } = newTrunk('sip', 'Mumbai', change({ server: ['sbc'] }), GIVEN, seal);
  const older = Object.fromEntries(
    Object.entries(options).filter(([name]) => !/^(srtp|tls_cert)$/.test(name)),
  );
  const read = { ...trunk, options: older };
  expect(optionValues(read)).toMatchObject({ srtp: 'off', tls_cert: null, transport: 'udp' });
  expect(changedTrunk(read, change({ channels: 3 }), LATER, seal).options).toEqual(options);
});

test.each<[string, TrunkChange, string]>([
  [
    'that encrypts the audio and not its keys',
    change({ server: ['a'], transport: 'tcp', srtp: 'required' }),
    '--srtp required needs --transport tls',
  ],
  [
    'that encrypts the audio of phones on any transport',
    change({ server: ['registers'], username: 'u', srtp: 'required' }, { password: 'twelve-chars-' }),
    '--srtp required needs --transport tls',
  ],
  [
    'whose phones register, and that registers itself',
    change({ server: ['registers'], username: 'u', register: true }, { password: 'twelve-chars-' }),
    '--register yes is for a server',
  ],
  [
    'whose phones register, that registers itself, and names no user',
    change({ server: ['registers'], register: true }, { password: 'twelve-chars-' }),
    '--register yes is for a server',
  ],
])('rejects a trunk %s', (_what, given, problem) =>
  expect(() => newTrunk('sip', 'x', given, GIVEN, seal)).toThrow(
    expect.objectContaining({ name: 'SetupError', message: expect.stringContaining(problem) }),
  ),
);
