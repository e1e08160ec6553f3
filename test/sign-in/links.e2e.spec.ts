import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, TestApp } from '../harness/app';
import { ConsoleTests, cookiesOf, PASSWORD } from '../harness/console';
import { LinkTests } from '../harness/links';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let links: LinkTests;
let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  links = await LinkTests.start();
  ({ service, tests, account } = links);
});
afterAll(() => links.stop());

test('sets a password once, ends the sessions, and signs in; opening a link does not use it', async () => {
  const { email, loginId } = await tests.member(account, ['ADMIN', 'COUNSELLOR']);
  const older = await tests.open(loginId, email);
  const replaced = await tests.link(email);
  const token = await tests.link(email);
  await links.inspect(replaced).expect(404);
  for (let at = 0; at < 2; at++) {
    expect((await links.inspect(token).expect(200)).body).toMatchObject({
      object: 'link',
      email,
      account_name: null,
      roles: [],
    });
  }
  const [one, other] = await Promise.all([links.redeem(token), links.redeem(token)]);
  expect([one.status, other.status].sort()).toEqual([200, 404]);
  const cookies = cookiesOf((one.status === 200 ? one : other).headers);
  await tests
    .http({ Cookie: `${tests.cookieName}=${cookies[tests.cookieName]}` })
    .get('/session')
    .expect(200);
  await tests.http(older.headers).get('/session').expect(401);
  await tests.http().post('/sign-in').send({ email, password: PASSWORD }).expect(200);
});

test('ends a link after five refused passwords, and after 24 hours', async () => {
  const { email } = await tests.member(account, ['STAFF']);
  const token = await tests.link(email);
  for (let at = 0; at < 5; at++) await links.redeem(token, 'short').expect(400);
  await links.redeem(token).expect(404);
  await links.redeem('x'.repeat(43), 'short').expect(400);
  const late = await tests.link(email);
  service.clock.advance(24 * HOUR);
  await links.redeem(late).expect(404);
});

test('responds equally to every forgotten password, and mails the stored address three times an hour', async () => {
  const { email } = await tests.member(account, ['STAFF'], 'Forgetful@example.com');
  const ask = (address: string) => tests.http().post('/forgot').send({ email: address });
  const answer = { object: 'link_request', accepted: true };
  expect((await ask('nobody@example.com').expect(200)).body).toEqual(answer);
  for (let at = 0; at < 4; at++)
    expect((await ask('forgetful@example.com').expect(200)).body).toEqual(answer);
  const tokens = await eventually(() => {
    const sent = links.mailed(email);
    expect(sent).toHaveLength(3);
    return Promise.resolve(sent);
  });
  expect(links.smtp.to('nobody@example.com')).toEqual([]);
  const works = await Promise.all(tokens.map(async (token) => (await links.inspect(token)).status));
  expect(works.sort()).toEqual([200, 404, 404]);
  service.clock.advance(30 * MINUTE);
  for (const token of tokens) await links.inspect(token).expect(404);
  for (let at = 5; at < 20; at++) await ask('nobody@example.com').expect(200);
  const refused = await ask('nobody@example.com').expect(429);
  expect(refused.body.error.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
});

test('writes a mail to a file below the data folder without SMTP', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-link-'));
  const quiet = await TestApp.start({ DATA_DIR: folder });
  try {
    const there = new ConsoleTests(quiet);
    await there.member((await quiet.account()).id, ['STAFF'], 'quiet@example.com');
    await there.http().post('/forgot').send({ email: 'quiet@example.com' }).expect(200);
    const text = await eventually(async () => {
      const [file = ''] = readdirSync(join(folder, 'mail'));
      expect(file).toMatch(/^link_[0-9a-z]+\.eml$/);
      return Promise.resolve(readFileSync(join(folder, 'mail', file), 'utf8'));
    });
    expect(text.replace(/=\r\n/g, '')).toContain(`${quiet.origin}/console/link#`);
  } finally {
    await quiet.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
