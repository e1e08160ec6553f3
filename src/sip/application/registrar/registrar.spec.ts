import {
  type Attempt,
  OTHER,
  PHONE,
  RegisteringPhone,
  USER,
  contacts,
  registrarDriver,
} from '../../../../test/phone/harness/registering-phone';
import { requestText } from '../../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';

describe('REGISTER', () => {
  test('is challenged, then stored; the response names all Contacts', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    expect(await phone.send()).toBe(401);
    const [value] = driver.response().headers.lines('www-authenticate');
    expect(value).toMatch(/^Digest realm="aics", nonce="[0-9a-f.]+", qop="auth", algorithm=MD5$/);
    expect(await phone.send({ challenge: phone.challenge })).toBe(200);
    expect(contacts(driver)).toEqual(['<sip:anna@192.168.1.7:5070>;expires=300']);
    expect(await new RegisteringPhone(driver, OTHER).authenticate({ headers: ['Expires: 60'] })).toBe(200);
    expect(contacts(driver)).toHaveLength(2);
    expect(driver.userAgent.registrar.targetsOf('trunk_1')[0]).toEqual({
      ...OTHER,
      registered: { contact: 'sip:anna@192.168.1.8:5070', user: 'trunk_1' },
    });
  });

  test('returns all Contacts without one of its own', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.authenticate();
    expect(await phone.authenticate({ contact: '' })).toBe(200);
    expect(contacts(driver)).toHaveLength(1);
  });

  test('compares names ignoring case', async () => {
    expect(await new RegisteringPhone(registrarDriver()).authenticate({ name: 'Anna' })).toBe(200);
  });

  test("accepts another domain in the digest's address", async () => {
    const driver = registrarDriver();
    expect(await new RegisteringPhone(driver).authenticate({ digestUri: 'sip:192.0.2.1:5060' })).toBe(200);
    expect(driver.userAgent.registrar.refusedFrom('trunk_1')).toBeNull();
  });

  test.each<[string, Attempt]>([
    ['a wrong password', { password: 'another' }],
    ['an unknown user', { name: 'nobody' }],
    ['the name of another in the digest', { username: 'bert' }],
    ['the right password under an unknown name', { name: 'nobody', username: 'anna' }],
  ])('gets the same 403 for %s', async (_what, attempt) => {
    const driver = registrarDriver();
    expect(await new RegisteringPhone(driver).authenticate(attempt)).toBe(403);
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
  });

  test('is challenged with SHA-256, or with SHA-256 first', async () => {
    const driver = registrarDriver({ algorithms: ['SHA-256', 'MD5'] });
    const phone = new RegisteringPhone(driver);
    await phone.send();
    const values = driver.response().headers.lines('www-authenticate');
    expect(values.map((value) => value.split('algorithm=')[1])).toEqual(['SHA-256', 'MD5']);
    const { challenge } = phone;
    expect(await phone.send({ challenge })).toBe(200);
    expect(await new RegisteringPhone(registrarDriver({ algorithms: ['SHA-256'] })).authenticate()).toBe(200);
    const md5 = { ...challenge, algorithm: 'MD5' } as const;
    expect(
      await new RegisteringPhone(registrarDriver({ algorithms: ['SHA-256'] })).send({ challenge: md5 }),
    ).toBe(401);
  });

  test('gets stale=true for a replayed count, another address and an old nonce', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.send();
    const { challenge } = phone;
    expect(await phone.send({ challenge, count: 1 })).toBe(200);
    for (const again of [
      () => phone.send({ challenge, count: 1 }),
      () => new RegisteringPhone(driver, OTHER).send({ challenge, count: 2 }),
      () => {
        driver.clock.advance(300_001);
        return phone.send({ challenge, count: 2 });
      },
    ]) {
      expect(await again()).toBe(401);
      expect(phone.challenge.stale).toBe(true);
    }
  });

  test('gets 423 with Min-Expires, 500 for an older CSeq, and 420 for extensions in Require alone', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    expect(await phone.authenticate({ headers: ['Expires: 30'] })).toBe(423);
    expect(driver.response().headers.get('min-expires')).toBe('60');
    for (const extension of ['path', 'outbound', 'gruu']) {
      driver.clock.advance(1_000);
      expect(await phone.send({ headers: [`Require: ${extension}`] })).toBe(420);
      expect(await phone.authenticate({ headers: [`Supported: ${extension}`] })).toBe(200);
    }
    expect(await new RegisteringPhone(driver).authenticate()).toBe(500);
  });

  test('removes all Contacts by * with 0', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.authenticate();
    expect(await phone.authenticate({ contact: '*' })).toBe(400);
    const beside = { contact: '*, <sip:anna@192.168.1.7>', headers: ['Expires: 0'] };
    expect(await phone.authenticate(beside)).toBe(400);
    expect(await phone.authenticate({ contact: '*', headers: ['Expires: 0'] })).toBe(200);
    expect(contacts(driver)).toEqual([]);
  });

  test('is limited to transports and sources', async () => {
    const driver = registrarDriver({ transport: 'tcp' });
    expect(await new RegisteringPhone(driver).authenticate()).toBe(403);
    expect(await new RegisteringPhone(driver, { ...PHONE, transport: 'tcp' }, true).authenticate()).toBe(200);
    expect(await new RegisteringPhone(driver, { ...PHONE, address: '203.0.113.1' }).send()).toBe(0);
    expect(driver.dropped).toEqual(['unknown_source']);
  });

  test('gets 405 without users', async () => {
    const driver = new UserAgentDriver();
    await driver.receive(requestText('REGISTER'));
    expect(driver.response().status).toBe(405);
  });

  test('is limited to 10 a second from an address', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    const statuses: number[] = [];
    for (let index = 0; index < 15; index++) statuses.push(await phone.send());
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(driver.dropped).toEqual(Array(5).fill('rate'));
    driver.clock.advance(1_000);
    expect(await phone.send()).toBe(401);
  });

  test('ends the Contacts of a changed password, not of another setting', async () => {
    const driver = registrarDriver();
    await new RegisteringPhone(driver).authenticate();
    driver.userAgent.registrar.setUsers([{ ...USER, transport: 'udp' }]);
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    driver.userAgent.registrar.setUsers([{ ...USER, password: 'another password' }]);
    expect(driver.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
  });
});
