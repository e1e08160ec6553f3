import { PEER } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { TransportName } from '../domain/ports';
import type { RegistrationState } from './registration';

function register(driver: UserAgentDriver, transport: TransportName = 'udp') {
  const states: RegistrationState[] = [];
  const registration = driver.userAgent.register({
    targets: () => Promise.resolve([{ ...PEER, transport }]),
    peer: {},
    registrar: 'sip:example.com',
    uri: 'sip:trunk@example.com',
    contact: 'trunk',
    expires: 300,
    onChanged: (state) => states.push(state),
  });
  return { registration, states };
}

describe('a failed refresh', () => {
  const refreshed = async (status: number) => {
    const driver = new UserAgentDriver();
    const { registration, states } = register(driver);
    await settle().then(() => driver.answer(driver.request('REGISTER'), 200));
    await driver.clock.pass(240_000);
    await driver.answer(driver.request('REGISTER'), status);
    expect(states.at(-1)).toMatchObject({ registered: false, status });
    return { driver, registration };
  };

  test('leaves the registration until the granted time is over for a temporary reason', async () => {
    const { driver, registration } = await refreshed(503);
    expect(registration.state.registered).toBe(true);
    await driver.clock.pass(60_000);
    expect(registration.state.registered).toBe(true);
    await driver.clock.pass(1);
    expect(registration.state.registered).toBe(false);
  });

  test('ends the registration when it is refused', async () => {
    const { registration } = await refreshed(403);
    expect(registration.state).toMatchObject({ registered: false, status: 403 });
  });

  test.each([503, 403])('removes our Contact when it gets %d and is stopped', async (status) => {
    const { driver, registration } = await refreshed(status);
    const stopped = registration.stop();
    await settle();
    expect(driver.request('REGISTER').headers.get('expires')).toBe('0');
    await driver.answer(driver.request('REGISTER'), 200);
    await stopped;
  });
});

test.each([
  ['its Contact', { contact: '<sip:trunk@192.0.2.1:5060>;expires=0' }],
  ['Expires', { headers: ['Expires: 0'] }],
])('registers nothing by a 200 with no time in %s, and tries again', async (_where, parts) => {
  const driver = new UserAgentDriver();
  const { registration, states } = register(driver);
  await settle();
  await driver.answer(driver.request('REGISTER'), 200, parts);
  expect(states).toEqual([{ registered: false, status: 200, reason: 'no time was granted' }]);
  expect(registration.state.registered).toBe(false);
  driver.newMessages();
  await driver.clock.pass(5_000);
  expect(driver.newMessages()).toEqual(['REGISTER']);
});

describe('a connection that closes', () => {
  const connected = async () => {
    const driver = new UserAgentDriver();
    const flow = () => driver.flow({ ...PEER, transport: 'tls' });
    const { registration } = register(driver, 'tls');
    const accept = () => driver.answer(driver.request('REGISTER'), 200, { flow: flow() });
    await settle().then(accept);
    driver.newMessages();
    const lose = () => flow().close();
    return { driver, registration, accept, lose };
  };

  test('is followed by a registration over a new one after 5 s', async () => {
    const { driver, accept, lose } = await connected();
    lose();
    await driver.clock.pass(4_900);
    expect(driver.newMessages()).toEqual([]);
    await driver.clock.pass(100);
    expect(driver.newMessages()).toEqual(['REGISTER']);
    await accept();
    await driver.clock.pass(239_900);
    expect(driver.newMessages()).toEqual([]);
    await driver.clock.pass(100);
    expect(driver.newMessages()).toEqual(['REGISTER']);
  });

  test('again and again is followed later each time, until a refresh was due', async () => {
    const { driver, accept, lose } = await connected();
    const waitedAfter = async () => {
      lose();
      for (let seconds = 1; seconds <= 90; seconds++) {
        await driver.clock.pass(1_000);
        if (driver.newMessages().includes('REGISTER')) return seconds;
      }
      return null;
    };
    const waits: (number | null)[] = [];
    for (let n = 0; n < 5; n++) {
      waits.push(await waitedAfter());
      await accept();
    }
    expect(waits).toEqual([5, 15, 30, 60, 60]);
    await driver.clock.pass(240_000);
    await accept();
    driver.newMessages();
    await expect(waitedAfter()).resolves.toBe(5);
  });

  test('after the end of the registration changes nothing', async () => {
    const { driver, registration, accept, lose } = await connected();
    const stopped = registration.stop();
    await settle();
    await accept();
    await stopped;
    driver.newMessages();
    lose();
    await driver.clock.pass(600_000);
    expect(driver.newMessages()).toEqual([]);
  });
});
