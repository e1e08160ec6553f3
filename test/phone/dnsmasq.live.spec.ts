import { Resolver } from '../../src/sip/infrastructure/resolver';
import { freePort } from '../harness/free-port';
import { Dnsmasq } from './harness/dnsmasq';
import { describeWith } from './harness/foreign';
import { Phone } from './harness/phone';

/** The numbers of a linear congruential generator, from 0 to 1: the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describeWith(['dnsmasq'], 'servers found by SRV records of dnsmasq', () => {
  const calls = new Map<string, number>();
  const servers: Phone[] = [];
  let caller: Phone;
  let dnsmasq: Dnsmasq;

  /** Counts its calls, and refuses them. */
  const server = async (name: string) => {
    const phone = await Phone.open({
      incoming: (call) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        call.reject(486);
      },
    });
    servers.push(phone);
    return phone.port;
  };

  beforeAll(async () => {
    caller = await Phone.open();
    const [three, one, backup, lonely] = [
      await server('three'),
      await server('one'),
      await server('backup'),
      await server('lonely'),
    ];
    dnsmasq = await Dnsmasq.start([
      { name: 'carrier.example', port: backup, priority: 20, weight: 100 },
      { name: 'carrier.example', port: one, priority: 10, weight: 1 },
      { name: 'carrier.example', port: three, priority: 10, weight: 3 },
      { name: 'dead.example', port: await freePort(), priority: 1, weight: 0 },
      { name: 'dead.example', port: lonely, priority: 2, weight: 0 },
    ]);
  });
  beforeEach(() => calls.clear());
  afterAll(async () => {
    await dnsmasq.stop();
    for (const phone of [caller, ...servers]) await phone.close();
  });

  /** A call is refused by the server that was reached. */
  async function call(resolver: Resolver, name: string, transport: 'udp' | 'tcp' = 'udp'): Promise<void> {
    const targets = await resolver.targets([{ server: name, transport }]);
    expect(await caller.place(targets).failed).toMatchObject({ kind: 'refused', status: 486 });
  }

  test('sends 400 calls to servers of the lowest priority alone, by weight 3 to 1', async () => {
    const resolver = new Resolver(seeded(7), () => performance.now(), dnsmasq.dns);
    for (let index = 0; index < 400; index++) await call(resolver, 'carrier.example');
    const [three = 0, one = 0] = [calls.get('three'), calls.get('one')];
    expect([three + one, calls.get('backup')]).toEqual([400, undefined]);
    // 75 points of 100, give or take 5.
    expect(Math.abs(three - 300)).toBeLessThanOrEqual(20);
  });

  test('calls the next server when a server over TCP is down', async () => {
    await call(new Resolver(Math.random, () => performance.now(), dnsmasq.dns), 'dead.example', 'tcp');
    expect(calls.get('lonely')).toBe(1);
  });

  test('calls the next server when one is silent for 4 s', async () => {
    const resolver = new Resolver(Math.random, () => performance.now(), dnsmasq.dns);
    const silent = caller.place(await resolver.targets([{ server: 'dead.example', transport: 'udp' }]));
    await new Promise((wait) => setTimeout(wait, 4_500));
    const begun = performance.now();
    await call(resolver, 'dead.example');
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(calls.get('lonely')).toBe(1);
    silent.call.cancel();
    expect(await silent.failed).toMatchObject({ kind: 'canceled' });
  });
});
