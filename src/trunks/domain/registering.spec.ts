import { changedTrunk, newTrunk, optionValues, type TrunkState } from './trunk';

const NOW = new Date('2026-11-20T10:00:00Z');
const PHONES = {
  options: { server: ['registers'], username: 'u' },
  secrets: { password: 'twelve-chars' },
};
const GIVEN = { id: 'trunk_1', inboundToken: null, createdAt: NOW };
const seal = (text: string) => `sealed ${text}`;
const set = (trunk: TrunkState, options: Record<string, string | string[]>) =>
  changedTrunk(trunk, { options, secrets: {} }, NOW, seal);
const transportOf = (trunk: TrunkState) => optionValues(trunk)['transport'];

test('uses the transport of the servers, unless one was given', () => {
  const registers = newTrunk('sip', 'x', PHONES, GIVEN, seal);
  const server = set(registers, { server: ['sbc'] });
  const tls = set(server, { transport: 'tls' });
  const back = [server, tls].map((trunk) => changedTrunk(trunk, PHONES, NOW, seal));
  expect([registers, server, ...back].map(transportOf)).toEqual([null, 'udp', null, 'tls']);
});

const NO_NAME = '--server registers needs --username, 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-".';
const NO_PASSWORD = '--server registers needs --password, of at least 12 characters.';

test.each<[string, Record<string, string | string[] | boolean>, Record<string, string | null>, string]>([
  [
    'another server',
    { server: ['registers', 'sbc'] },
    {},
    '--server registers stands alone: the trunk has no other server.',
  ],
  [
    'a registration',
    { register: true },
    {},
    '--register yes is for a server, and not for --server registers.',
  ],
  ['a name with a space', { username: 'a b' }, {}, NO_NAME],
  ['a short password', {}, { password: 'eleven-char' }, NO_PASSWORD],
  ['no password', {}, { password: null }, NO_PASSWORD],
])('is rejected with %s', (_what, options, secrets, problem) => {
  const trunk = newTrunk('sip', 'x', PHONES, GIVEN, seal);
  expect(() => changedTrunk(trunk, { options, secrets }, NOW, seal)).toThrow(problem);
});

test('needs a name, and a password anew when it had a server: that was not checked for phones', () => {
  const { options, secrets } = PHONES;
  const noName = { options: { server: options.server }, secrets };
  expect(() => newTrunk('sip', 'x', noName, GIVEN, seal)).toThrow(NO_NAME);
  const server = newTrunk('sip', 'x', { options: { ...options, server: ['sbc'] }, secrets }, GIVEN, seal);
  expect(() => set(server, { server: ['registers'] })).toThrow(NO_PASSWORD);
  const registers = newTrunk('sip', 'x', PHONES, GIVEN, seal);
  expect(optionValues(set(registers, { username: 'v' }))).toMatchObject({ username: 'v' });
});
