import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, Callers, opened } from '../harness/inbound';
import { compileThreads, sipTrunk } from '../harness/sip-accounts';
import { flood } from './harness/flood';
import { describeWithSipp } from './harness/sipp-suite';

compileThreads();

const PASSWORD = 'twelve-characters';
/** Of the ticks of a call's clock, those less than 20 ms late. Other suites run beside this one. */
const CLOCK_SHARE = 0.9;

describeWithSipp('phones of SIPp that register with the service', (suite) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await TestApp.start();
  });
  afterAll(() => service.stop());

  const stack = () => service.app.get(SipStack, { strict: false });
  const remotePort = () => stack().endpoint?.port ?? 0;
  const bindings = (trunk: string) => stack().endpoint?.userAgent.registrar.bindingsOf(trunk) ?? [];
  const trunkOf = async (username: string, more = {}) => {
    const trunk = await sipTrunk(service, 'registers', { username, password: PASSWORD, ...more });
    await opened(service, trunk);
    return trunk;
  };
  const credentials = (user: string, password = PASSWORD) => ['-s', user, '-au', user, '-ap', password];

  test.each([
    ['register', 0],
    ['nonces', 1],
    ['all-contacts', 0],
    ['too-brief', 1],
    ['older-cseq', 1],
  ] as const)('passes the SIPp scenario of the registrar: %s', async (scenario, left) => {
    const trunk = await trunkOf(scenario);
    for (const [index, transport] of (['udp', 'tcp'] as const).entries()) {
      // Only ten REGISTER a second come from one address.
      const address = `127.0.${index + 1}.${scenario.length}`;
      const options = { remotePort: remotePort(), address, transport, args: credentials(scenario) };
      await (
        await suite.sipp(`registrar/${scenario}`, options)
      ).done;
      const own = bindings(trunk).filter(({ flow }) => flow.remote.address === address);
      expect(own).toHaveLength(transport === 'udp' ? left : 0);
    }
  });

  test('admits a call without a registration, with a number in From, by its digest', async () => {
    const trunk = await trunkOf('caller');
    for (const transport of ['udp', 'tcp'] as const) {
      const options = { remotePort: remotePort(), address: '127.0.5.1', transport };
      await (
        await suite.sipp('registrar/call', { ...options, args: credentials('caller') })
      ).done;
    }
    expect(stack().endpoint?.userAgent.registrar.refusedFrom(trunk)).toBeNull();
  });

  test('responds with the same 403 to a wrong password and to an unknown user', async () => {
    const trunk = await trunkOf('refused');
    for (const [user, password] of [
      ['refused', 'another-password'],
      ['nobody', PASSWORD],
    ] as const) {
      const options = { remotePort: remotePort(), address: '127.0.3.1', args: credentials(user, password) };
      await (
        await suite.sipp('registrar/refused', options)
      ).done;
    }
    expect(bindings(trunk)).toEqual([]);
    expect(stack().endpoint?.userAgent.registrar.refusedFrom(trunk)).toBe('127.0.3.1');
  });

  describe('the registrar under attack', () => {
    let callers: Callers;
    let called: AnsweredNumber;
    let good: string;

    beforeAll(async () => {
      callers = await Callers.open(service);
      called = await answeredNumber(service);
      good = await trunkOf('good');
    });
    afterAll(() => callers.close());

    const register = async (address: string) => {
      const options = { remotePort: remotePort(), address, args: credentials('good') };
      await (
        await suite.sipp('registrar/too-brief', options)
      ).done;
      expect(bindings(good).some(({ flow }) => flow.remote.address === address)).toBe(true);
    };
    /** @returns the share of ticks of the 20 ms clock that were less late than a packet is long, during an attack */
    const callDuring = async (attack: () => Promise<void>): Promise<number> => {
      const { answered } = await callers.call(called.phoneNumber, callers.newCaller());
      const session = await answered;
      const before = (await stack().legs.figures()).lateness;
      await attack();
      const after = (await stack().legs.figures()).lateness;
      expect(session.ended).toBe(false);
      await session.hangUp();
      const ticks = after.ticks - before.ticks;
      expect(ticks).toBeGreaterThan(100);
      const inTime = ({ buckets }: typeof after) => buckets.find(({ ms }) => ms === 20)?.ticks ?? 0;
      return (inTime(after) - inTime(before)) / ticks;
    };

    // OPTIONS: 100 at once, then 50 a second; REGISTER: 10, then 10 a second; each of an address.
    test.each([
      ['OPTIONS', 4, 4 * (100 + 6 * 50)],
      ['OPTIONS', 200, Infinity],
      ['REGISTER', 4, 4 * (10 + 6 * 10)],
      ['REGISTER', 200, Infinity],
    ] as const)(
      'survives a flood of %s from %d addresses with at most %d responses and little memory',
      async (method, count, most) => {
        const addresses = Array.from({ length: count }, (_, index) => `127.1.${index % 2}.${index + 1}`);
        const inTime = await callDuring(async () => {
          const from = { port: remotePort(), method, addresses, user: 'good' };
          const { sent, answered } = await flood({ ...from, perSecond: 2_000, seconds: 4 });
          expect(sent).toBe(8_000);
          expect(answered).toBeGreaterThan(count);
          expect(answered).toBeLessThanOrEqual(most);
          expect(stack().endpoint?.userAgent.load.transactions).toBeLessThan(4_100);
        });
        expect(inTime).toBeGreaterThan(CLOCK_SHARE);
      },
    );

    test('stores five Contacts at most of a REGISTER with thousands', async () => {
      // A line holds 8 KiB at most.
      const lines = Array.from({ length: 15 }, (_line, line) =>
        Array.from({ length: 100 }, (_, index) => `<sip:good@127.0.0.8:${2_000 + 100 * line + index}>`).join(
          ',',
        ),
      );
      const args = [...credentials('good'), '-key', 'contacts', lines.join('\r\nContact: ')];
      const options = { remotePort: remotePort(), address: '127.0.0.8', args };
      const far = await suite.sipp('registrar/many-contacts', options);
      await far.done;
      expect(bindings(good)).toHaveLength(5);
    });

    test('serves registered phones, and new ones of a blocked address, during 10,000 wrong passwords from 200 addresses', async () => {
      await register('127.0.0.9');
      const folder = mkdtempSync(join(tmpdir(), 'aics-guesses-'));
      const file = join(folder, 'addresses.csv');
      const addresses = Array.from({ length: 200 }, (_, index) => `127.2.0.${index + 1};`);
      writeFileSync(file, `SEQUENTIAL\n${addresses.join('\n')}\n`);
      const args = [
        ...credentials('good', 'another-password'),
        '-t',
        'ui',
        '-max_socket',
        '5000',
        '-inf',
        file,
        '-ip_field',
        '0',
        '-r',
        '1000',
        '-l',
        '5000',
      ];
      const inTime = await callDuring(async () => {
        const options = { remotePort: remotePort(), calls: 10_000, args };
        await (
          await suite.sipp('registrar/guess', options)
        ).done;
      });
      rmSync(folder, { recursive: true });
      expect(inTime).toBeGreaterThan(CLOCK_SHARE);
      expect(stack().endpoint?.userAgent.registrar.refusedFrom(good)).toMatch(/^127\.2\.0\./);
      expect(bindings(good).some(({ flow }) => flow.remote.address === '127.0.0.9')).toBe(true);
      await register('127.0.0.9');
    });
  });
});
