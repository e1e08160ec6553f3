import { changedTrunk, newTrunk, optionValues, type TrunkState } from './trunk';

const NOW = new Date('2026-11-20T10:00:00Z');
const PHONES = {
  options: { server: ['registers'], username: 'u' },
  secrets: { password: 'twelve-chars-' },
};
const seal = (text: string) => `sealed ${text}`;
const set = (trunk: TrunkState, options: Record<string, string | string[]>) =>
  changedTrunk(trunk, { options, secrets: {} }, NOW, seal);
const transportOf = (trunk: TrunkState) => optionValues(trunk)['transport'];

test('uses the transport of the servers, unless one was given', () => {
  const registers = newTrunk('sip', 'x', PHONES, { id: 'trunk_1', inboundToken: null, createdAt: NOW }, seal);
  const server = set(registers, { server: ['sbc'] });
  const tls = set(server, { transport: 'tls' });
  const back = [server, tls].map((trunk) => changedTrunk(trunk, PHONES, NOW, seal));
  expect([registers, server, ...back].map(transportOf)).toEqual([null, 'udp', null, 'tls']);
});
