import { BlockList } from 'node:net';
import fc from 'fast-check';
import { AddressRules } from '../kernel/network/address-rules';
import { AddressGuard } from './address-guard';
import type { HostResolver } from './host-resolver';

/** The refused ranges again in Node's own block list: an oracle that shares no code with the rules. */
const refused4 = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [net = '', prefix] = range.split('/');
  refused4.addSubnet(net, Number(prefix), 'ipv4');
}
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');
const refused6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  refused6.addSubnet(net, prefix, 'ipv6');
}

const rules = new AddressRules();

test('agrees with Node’s own block list on any IPv4 address', () => {
  // Half of them are near the ends of the ranges.
  const edge = fc.constantFrom(
    '10.0.0',
    '172.16.0',
    '172.32.0',
    '100.64.0',
    '192.0.0',
    '192.0.2',
    '198.18.0',
    '223.255.255',
  );
  const near = fc.tuple(edge, fc.integer({ min: 0, max: 255 })).map(([net, host]) => `${net}.${host}`);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), near), (address) =>
      expect(rules.refusal(address) !== undefined).toBe(refused4.check(address, 'ipv4')),
    ),
    { numRuns: 5_000 },
  );
});

test('agrees with it on any IPv6 address, however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16));
  const start = fc.constantFrom(
    '2000',
    '2001',
    '2001:1ff',
    '2001:200',
    '2001:db8',
    '2002',
    '3fff',
    '3fff:fff',
    '3fff:1000',
    '3ffe',
  );
  const near = fc.tuple(start, group, group).map(([net, a, b]) => `${net}:${a}::${b}`);
  fc.assert(
    fc.property(fc.oneof(fc.ipV6(), near), (address) => {
      const expected = !public6.check(address, 'ipv6') || refused6.check(address, 'ipv6');
      expect(rules.refusal(address) !== undefined).toBe(expected);
    }),
    { numRuns: 5_000 },
  );
});

describe('the lookup of a connection', () => {
  const guard = (answers: string[]) =>
    new AddressGuard({ webhookAllowCidrs: [], webhookAllowHttp: false }, {
      resolve: () => Promise.resolve(answers),
    } as unknown as HostResolver);
  const lookUp = (answers: string[], options: { all?: boolean; family?: number | 'IPv4' | 'IPv6' }) =>
    new Promise((resolve) => {
      guard(answers).lookup('a.test', options, (...result) => resolve(result));
    });

  test('responds in every form that Node requests', async () => {
    const both = ['8.8.8.8', '2606:4700::1'];
    expect(await lookUp(both, { all: true })).toEqual([
      null,
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    ]);
    expect(await lookUp(both, {})).toEqual([null, '8.8.8.8', 4]);
    expect(await lookUp(both, { family: 6 })).toEqual([null, '2606:4700::1', 6]);
    expect(await lookUp(both, { family: 'IPv4', all: true })).toEqual([
      null,
      [{ address: '8.8.8.8', family: 4 }],
    ]);
    expect(await lookUp(both, { family: 'IPv6', all: true })).toEqual([
      null,
      [{ address: '2606:4700::1', family: 6 }],
    ]);
  });

  test('fails when one address is refused, also one of a family that was not requested', async () => {
    expect(await lookUp(['8.8.8.8', '::1'], { family: 4 })).toMatchObject([{ code: 'ADDRESS_REFUSED' }, []]);
    expect(await lookUp([], { all: true })).toMatchObject([{ code: 'ENOTFOUND' }, []]);
  });
});

test('refuses to start with an invalid range, and names the variable', () =>
  expect(
    () =>
      new AddressGuard({ webhookAllowCidrs: ['010.0.0.0/8'], webhookAllowHttp: false }, {} as HostResolver),
  ).toThrow('WEBHOOK_ALLOW_CIDRS: 010.0.0.0/8'));
