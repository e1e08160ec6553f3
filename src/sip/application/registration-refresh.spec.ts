import { PEER } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { RegistrationState } from './registration';

function register(driver: UserAgentDriver) {
  const states: RegistrationState[] = [];
  const registration = driver.userAgent.register({
    targets: () => Promise.resolve([PEER]),
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
