import { OTHER, RegisteringPhone, USER } from '../../../../test/phone/harness/registering-phone';
import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';
import type { SipEndpoint } from '../../../sip';
import { PhoneTrunk } from './phone-trunk';
import type { SipSettings } from './sip-settings';

function aTrunk(): { driver: UserAgentDriver; trunk: PhoneTrunk } {
  const driver = new UserAgentDriver();
  const { id, username, password, realm, algorithms, transport } = USER;
  const trunk = new PhoneTrunk({
    id,
    name: 'mine',
    settings: { allow: null, sessionSeconds: 0, prack: true } as SipSettings,
    phones: { username, password, realm, algorithms, transport, trialOf: 'acct_1' },
    localNetworks: USER.allow,
    endpoint: { userAgent: driver.userAgent } as unknown as SipEndpoint,
  });
  driver.userAgent.registrar.setUsers([trunk.user]);
  return { driver, trunk };
}

test('is up with a registered phone, and down without one', async () => {
  const { driver, trunk } = aTrunk();
  expect([trunk.isReachable, trunk.health.state]).toEqual([false, 'down']);
  await new RegisteringPhone(driver).authenticate();
  expect([trunk.isReachable, trunk.health.state]).toEqual([true, 'up']);
});

test('returns the same registrations until a phone registers or refreshes, or a password is wrong', async () => {
  const { driver, trunk } = aTrunk();
  const phone = new RegisteringPhone(driver);
  await phone.authenticate();
  const first = trunk.health.phones;
  expect(first).toMatchObject({ registrations: [{ address: '192.168.1.7:5070' }], refusedFrom: null });
  expect(trunk.health.phones).toBe(first);
  await driver.clock.pass(30_000);
  await phone.authenticate();
  const refreshed = trunk.health.phones;
  expect(refreshed?.registrations[0]?.since).toBe(first?.registrations[0]?.since);
  expect(refreshed?.registrations[0]?.expiresAt).not.toBe(first?.registrations[0]?.expiresAt);
  await phone.authenticate({ password: 'not the right one' });
  expect(trunk.health.phones?.refusedFrom).toBe('192.168.1.7');
  await driver.clock.pass(600_000);
  expect(trunk.health).toMatchObject({ state: 'down', phones: { registrations: [] } });
});

test('accepts requests in dialogs from the address a phone registered from', async () => {
  const { driver, trunk } = aTrunk();
  const { isSource } = trunk.peer;
  await new RegisteringPhone(driver).authenticate();
  expect(isSource?.(OTHER.address)).toBe(false);
  await new RegisteringPhone(driver, OTHER).authenticate();
  expect(isSource?.(OTHER.address)).toBe(true);
});
