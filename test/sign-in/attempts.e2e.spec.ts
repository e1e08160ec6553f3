import { TestApp } from '../harness/app';
import { ConsoleTests, cookiesOf, PASSWORD } from '../harness/console';

const MINUTE = 60_000;

let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  service = await TestApp.start({ TRUST_PROXY: 'loopback' });
  tests = new ConsoleTests(service);
  account = (await service.account()).id;
});
afterAll(() => service.stop());

const attempt = (email: string, address: string, password = 'a wrong password', cookie = '') =>
  tests
    .http({ 'X-Forwarded-For': address, ...(cookie ? { Cookie: cookie } : {}) })
    .post('/sign-in')
    .send({ email, password });
const statuses = async (count: number, send: (at: number) => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let at = 0; at < count; at++) all.push((await send(at)).status);
  return all;
};
const counted = (all: readonly number[], status: number) => all.filter((one) => one === status).length;

test('allows 10 failures for an e-mail from an address in 15 minutes, then returns 429 for any password', async () => {
  const { email } = await tests.withPassword(account, ['STAFF']);
  expect(counted(await statuses(11, () => attempt(email, '203.0.113.1')), 401)).toBe(10);
  const refused = await attempt(email, '203.0.113.1', PASSWORD).expect(429);
  expect(refused.body.error).toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Try again in 15 minutes.',
  });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(14 * 60);
  // Links go on, and other addresses.
  await tests
    .http()
    .post('/links/inspect')
    .send({ token: await tests.link(email) })
    .expect(200);
  await attempt(email, '203.0.113.2', PASSWORD).expect(200);
  service.clock.advance(seconds * 1_000);
  await attempt(email, '203.0.113.1', PASSWORD).expect(200);
});

test('counts addresses of IPv6 by their network, and concurrent attempts exactly', async () => {
  const { email } = await tests.withPassword(account, ['STAFF']);
  const all = await Promise.all(
    Array.from({ length: 15 }, (_, at) => attempt(email, `2001:db8:1:2:${at.toString(16)}::1`)),
  );
  expect([
    counted(
      all.map(({ status }) => status),
      401,
    ),
    counted(
      all.map(({ status }) => status),
      429,
    ),
  ]).toEqual([10, 5]);
});

test('ignores the port that some proxies append to an address', async () => {
  const { email } = await tests.withPassword(account, ['STAFF']);
  expect(counted(await statuses(11, (at) => attempt(email, `203.0.113.90:${4_000 + at}`)), 429)).toBe(1);
  expect(counted(await statuses(11, (at) => attempt(email, `[2001:db8:9::1]:${4_000 + at}`)), 429)).toBe(1);
  const signedIn = await attempt(email, '203.0.113.91:5000', PASSWORD).expect(200);
  const cookie = `${tests.cookieName}=${cookiesOf(signedIn.headers)[tests.cookieName]}`;
  const { body } = await tests.http({ Cookie: cookie }).get('/sessions').expect(200);
  expect(body.data.find(({ current }: { current: boolean }) => current).address).toBe('203.0.113.91');
});

test('allows 100 failures from an address for any e-mail, and 50 for an e-mail in an hour from any address', async () => {
  const address = '203.0.113.50';
  expect(counted(await statuses(101, (at) => attempt(`who${at}@example.com`, address)), 401)).toBe(100);
  const { email } = await tests.withPassword(account, ['STAFF']);
  expect(counted(await statuses(51, (at) => attempt(email, `198.51.100.${Math.floor(at / 9)}`)), 401)).toBe(
    50,
  );
  service.clock.advance(16 * MINUTE);
  await attempt('who@example.com', address).expect(401);
  await attempt(email, '198.51.100.99', PASSWORD).expect(429);
  service.clock.advance(45 * MINUTE);
  await attempt(email, '198.51.100.99', PASSWORD).expect(200);
});

test('locks out no known browser with the right password after 200 attempts from 20 addresses', async () => {
  const { email, cookies } = await tests.withPassword(account, ['STAFF']);
  const known = `${tests.cookieName}-known`;
  const cookie = `${known}=${cookies[known]}`;
  await statuses(200, (at) => attempt(email, `192.0.2.${at % 20}`));
  await attempt(email, '192.0.2.1', PASSWORD).expect(429);
  await attempt(email, '192.0.2.1', PASSWORD, cookie).expect(200);
  await attempt(email, '192.0.2.1', PASSWORD, `${known}=${cookies[known]?.replace(/.$/, 'A')}B`).expect(429);
  // It has a count of 10 of its own.
  expect(
    counted(await statuses(11, () => attempt(email, '192.0.2.200', 'wrong again here', cookie)), 401),
  ).toBe(10);
  await attempt(email, '192.0.2.200', PASSWORD, cookie).expect(429);
  const other = await tests.withPassword(account, ['STAFF']);
  await attempt(other.email, '192.0.2.200', PASSWORD, cookie).expect(200);
});

test('recognizes a browser by the password that it signed in with', async () => {
  const { email, cookies } = await tests.withPassword(account, ['STAFF']);
  const known = `${tests.cookieName}-known`;
  const before = `${known}=${cookies[known]}`;
  await attempt(email, '192.0.2.130', PASSWORD, before).expect(200);
  const next = 'another good password';
  const token = await tests.link(email);
  const answer = await tests.http().post('/links/redeem').send({ token, password: next }).expect(200);
  await statuses(10, () => attempt(email, '192.0.2.130'));
  await attempt(email, '192.0.2.130', next, before).expect(429);
  await attempt(email, '192.0.2.130', next, `${known}=${cookiesOf(answer.headers)[known]}`).expect(200);
});

test('allows 20 failures for an e-mail on all its known browsers in 15 minutes', async () => {
  const { email } = await tests.withPassword(account, ['STAFF']);
  const known = `${tests.cookieName}-known`;
  const browsers: string[] = [];
  for (let at = 0; at < 3; at++) {
    const answer = await attempt(email, `192.0.2.${140 + at}`, PASSWORD).expect(200);
    browsers.push(`${known}=${cookiesOf(answer.headers)[known]}`);
  }
  const wrong = () =>
    statuses(30, (at) => attempt(email, '192.0.2.150', 'wrong again here', browsers[Math.floor(at / 10)]));
  expect(counted(await wrong(), 401)).toBe(20);
  await attempt(email, '192.0.2.150', PASSWORD, browsers[2]).expect(429);
  // Browsers that do not know it have counts of their own.
  await attempt(email, '192.0.2.150', PASSWORD).expect(200);
  service.clock.advance(15 * MINUTE);
  await attempt(email, '192.0.2.150', PASSWORD, browsers[2]).expect(200);
});

test('counts a wrong password at a confirmation as a failure', async () => {
  const { email, cookies } = await tests.withPassword(account, ['STAFF']);
  const headers = {
    Cookie: `${tests.cookieName}=${cookies[tests.cookieName]}`,
    'X-Forwarded-For': '203.0.113.77',
  };
  const confirm = () => tests.http(headers).post('/confirm').send({ password: 'a wrong password' });
  expect(counted(await statuses(11, confirm), 401)).toBe(10);
  await attempt(email, '203.0.113.77', PASSWORD).expect(429);
  await tests.http(headers).get('/session').expect(200);
  expect(cookiesOf((await attempt(email, '203.0.113.78', PASSWORD)).headers)).not.toEqual({});
});

test('deletes old failures', async () => {
  await service.advance(61 * MINUTE);
  expect(await service.unitOfWork.rows('SELECT FROM sign_in_failures')).toEqual([]);
});

test('allows 1,000 failures for an address behind a proxy that TRUST_PROXY does not name', async () => {
  const logged: string[] = [];
  const hidden = await TestApp.start({ LOG_LEVEL: 'warn' }, undefined, (line) => logged.push(line));
  try {
    const there = new ConsoleTests(hidden);
    await hidden.unitOfWork.affected(
      `INSERT INTO sign_in_failures (kind, email_hash, address, at)
       SELECT 'password', decode(lpad(n::text, 64, '0'), 'hex'), '127.0.0.1', now() FROM generate_series(1, 150) n`,
    );
    const send = (headers: Record<string, string>) =>
      there.http(headers).post('/sign-in').send({ email: 'who@example.com', password: 'a wrong password' });
    await send({}).expect(429);
    for (let at = 0; at < 2; at++) await send({ 'X-Forwarded-For': '198.51.100.1' }).expect(401);
    expect(logged.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
  } finally {
    await hidden.stop();
  }
});
