import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../../test/phone/harness/virtual-clock';
import type { SipEndpoint } from '../../../sip';
import { Resolver } from '../../../sip/infrastructure/resolver';
import type { SipSettings } from './sip-settings';
import { SipTrunk } from './sip-trunk';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const A = '192.0.2.31';
const B = '192.0.2.32';

/** A trunk to two servers; names without an address do not resolve. */
async function aTrunk(
  driver = new UserAgentDriver(),
  { transport = 'udp', keepAliveSeconds = 0 }: Partial<SipSettings> = {},
) {
  const names = new Map([
    ['a.example.com', [A]],
    ['b.example.com', [B]],
  ]);
  const addresses = (name: string) =>
    Promise.resolve(names.get(name) ?? Promise.reject(new Error('SERVFAIL')));
  const dns = { srv: () => Promise.reject(new Error('ENODATA')), addresses, serverAddresses: addresses };
  const resolver = new Resolver(
    () => 0.5,
    () => performance.now(),
    dns,
  );
  const settings = {
    servers: [...names.keys()],
    domain: 'example.com',
    transport,
    allow: null,
    keepAliveSeconds,
  } as unknown as SipSettings;
  const endpoint = { userAgent: driver.userAgent, resolver } as unknown as SipEndpoint;
  const trunk = new SipTrunk('trunk_1', 'mine', settings, endpoint, false);
  await jest.advanceTimersByTimeAsync(0);
  const sources = () => [A, B, '192.0.2.33'].map((address) => trunk.acceptsRequestsOf(address));
  return { names, trunk, sources, rounds: (count: number) => jest.advanceTimersByTimeAsync(60_000 * count) };
}

describe('the sources of a trunk without --allow', () => {
  test('are the addresses of its servers, resolved again each minute', async () => {
    const { names, sources, rounds } = await aTrunk();
    expect(sources()).toEqual([true, true, false]);
    names.set('b.example.com', ['192.0.2.33']);
    await rounds(1);
    expect(sources()).toEqual([true, false, true]);
  });

  test('stay while a name does not resolve, for an hour', async () => {
    const { names, trunk, sources, rounds } = await aTrunk();
    names.delete('b.example.com');
    await rounds(1);
    expect(sources()).toEqual([true, true, false]);
    names.clear();
    await rounds(1);
    expect(sources()).toEqual([true, true, false]);
    expect(trunk.health).toEqual({ state: 'down', reason: 'the name of no server resolves' });
    await rounds(58);
    expect(sources()).toEqual([true, true, false]);
    await rounds(2);
    expect(sources()).toEqual([false, false, false]);
  });
});

describe('the reason of a trunk that is down', () => {
  const OVER_TLS = { transport: 'tls', keepAliveSeconds: 30 } as const;
  const SILENT = { state: 'down', reason: 'no server answers' };

  test.each([
    ['a certificate does not hold', 'certificate', 'no server answers: certificate'],
    ['its servers refuse', 'refused', 'no server answers'],
  ] as const)('is, when %s', async (_case, why, reason) => {
    const driver = new UserAgentDriver();
    driver.refusing.set(`${A}:5061`, 'closed').set(`${B}:5061`, why);
    const { trunk } = await aTrunk(driver, OVER_TLS);
    await settle();
    expect(trunk.health).toEqual({ state: 'down', reason });
    await trunk.close();
  });

  test('does not name a certificate after it was renewed', async () => {
    const driver = new UserAgentDriver();
    driver.refusing.set(`${A}:5061`, 'certificate').set(`${B}:5061`, 'refused');
    const { trunk } = await aTrunk(driver, OVER_TLS);
    await settle();
    driver.refusing.set(`${A}:5061`, 'refused');
    await driver.clock.pass(30_000);
    expect(trunk.health).toEqual(SILENT);
    await trunk.close();
  });
});
