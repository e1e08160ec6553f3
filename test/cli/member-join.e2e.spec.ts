import { command } from '../harness/commands';
import { TestApp } from '../harness/app';
import { ConsoleTests, PASSWORD } from '../harness/console';
import { SmtpServer } from '../harness/smtp';

/** An address whose login belongs to another account, where its admin has signed in with it. */
const EMAIL = 'victim@example.com';

let smtp: SmtpServer;
let service: TestApp;
let people: ConsoleTests;

beforeAll(async () => {
  smtp = await SmtpServer.start();
  service = await TestApp.start();
  people = new ConsoleTests(service);
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

const run = (...words: string[]) => command(service, ...words);
const add = (accountId: string, email: string, ...more: string[]) =>
  run('member', 'add', '--account', accountId, '--email', email, '--role', 'ADMIN', '--json', ...more);
const redeem = (token: string, password = PASSWORD) =>
  people.http().post('/links/redeem').send({ token, password });
const signIn = (email: string) => people.http().post('/sign-in').send({ email, password: PASSWORD });
const tokenIn = (text: string) => /\/console\/link#([\w-]{43})/.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? '';

/** An admin invites the address, takes the link and chooses the password. */
async function takenLogin(email: string) {
  const account = await service.account();
  const { id } = await people.member(account.id, ['STAFF'], email);
  const admin = await people.person(account.id, ['ADMIN']);
  const taken = await people
    .http(admin.headers)
    .post(`/members/${id}/link`)
    .send({ send: false })
    .expect(200);
  const { headers } = await redeem(tokenIn(taken.body.url)).expect(200);
  const [cookie = ''] = (headers['set-cookie'] as unknown as string[])[0]?.split(';') ?? [];
  return { account, admin, memberId: id, session: people.http({ Cookie: cookie }) };
}

test('adds a login of another account with --join alone, and creates a login otherwise', async () => {
  const { session, admin, memberId } = await takenLogin(EMAIL);
  const open = await people.link(EMAIL);
  const joined = await service.account();

  const refused = await add(joined.id, EMAIL.toUpperCase());
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--join') });
  await session.get('/session').expect(200);
  expect((await session.get('/session')).body.accounts).toHaveLength(1);

  const added = await add(joined.id, EMAIL, '--join');
  expect(added.code).toBe(0);
  const answer = JSON.parse(added.stdout) as Record<string, string>;
  expect(answer).toMatchObject({ account: joined.id, email: EMAIL, roles: ['ADMIN'], sent: false });
  await session.get('/session').expect(401);
  await signIn(EMAIL).expect(401);
  await redeem(open).expect(404);
  await people.http(admin.headers).post(`/members/${memberId}/link`).send({ send: false }).expect(403);

  const { body } = await redeem(tokenIn(answer['url'] ?? ''), 'another long password').expect(200);
  expect(body.accounts).toHaveLength(2);
  // Who belongs to the account joins nothing, and keeps what they have.
  expect(await add(joined.id, EMAIL)).toMatchObject({ code: 0 });
  await people.http().post('/sign-in').send({ email: EMAIL, password: 'another long password' }).expect(200);
});

test('mails the link with SMTP, and does not print it', async () => {
  const email = 'mailed@example.com';
  await takenLogin(email);
  const { SMTP_URL: before } = process.env;
  process.env['SMTP_URL'] = smtp.url;
  try {
    const added = await add((await service.account()).id, email, '--join');
    expect(JSON.parse(added.stdout)).toMatchObject({ sent: true, url: null, path: null });
  } finally {
    if (before === undefined) delete process.env['SMTP_URL'];
    else process.env['SMTP_URL'] = before;
  }
  const [mail = ''] = smtp.to(email);
  await redeem(tokenIn(mail)).expect(200);
});

test('ends the sessions, the links and the password of the login by login email', async () => {
  const account = await service.account();
  const { email, cookies } = await people.withPassword(account.id, ['STAFF']);
  const token = await people.link(email);
  const to = 'corrected@example.com';
  expect(await run('login', 'email', '--email', email, '--to', to)).toMatchObject({ code: 0 });
  const cookie = `${people.cookieName}=${cookies[people.cookieName]}`;
  await people.http({ Cookie: cookie }).get('/session').expect(401);
  await redeem(token).expect(404);
  await signIn(to).expect(401);
  const fresh = await people.link(to);
  await redeem(fresh).expect(200);
});
