import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDay, startOfDay } from '../../src/platform/kernel/zoned-time';
import { eventually, TestApp } from '../harness/app';
import { ConsoleTests, cookiesOf, PASSWORD } from '../harness/console';
import { SmtpServer } from '../harness/smtp';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let smtp: SmtpServer;
let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  smtp = await SmtpServer.start();
  service = await TestApp.start({ SMTP_URL: smtp.url });
  tests = new ConsoleTests(service);
  account = (await service.account({ name: 'Sunrise' })).id;
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});

const inspect = (token: string) => tests.http().post('/links/inspect').send({ token });
const redeem = (token: string, password = PASSWORD) =>
  tests.http().post('/links/redeem').send({ token, password });
/** The tokens that were mailed to an address, the oldest first. */
const mailed = (address: string) =>
  smtp.to(address).map((text) => /\/console\/link#([\w-]{43})/.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? '');

test('a link sets a password once, ends the sessions, and signs in; opening uses nothing up', async () => {
  const { email, loginId } = await tests.member(account, ['ADMIN', 'COUNSELLOR']);
  const older = await tests.open(loginId, email);
  const replaced = await tests.link(email);
  const token = await tests.link(email);
  await inspect(replaced).expect(404);
  for (let at = 0; at < 2; at++) {
    expect((await inspect(token).expect(200)).body).toMatchObject({
      object: 'link',
      email,
      account_name: null,
      roles: [],
    });
  }
  const [one, other] = await Promise.all([redeem(token), redeem(token)]);
  expect([one.status, other.status].sort()).toEqual([200, 404]);
  const cookies = cookiesOf((one.status === 200 ? one : other).headers);
  await tests
    .http({ Cookie: `${tests.cookieName}=${cookies[tests.cookieName]}` })
    .get('/session')
    .expect(200);
  await tests.http(older.headers).get('/session').expect(401);
  await tests.http().post('/sign-in').send({ email, password: PASSWORD }).expect(200);
});

test('five refused passwords end a link; 24 hours do, too', async () => {
  const { email } = await tests.member(account, ['STAFF']);
  const token = await tests.link(email);
  for (let at = 0; at < 5; at++) await redeem(token, 'short').expect(400);
  await redeem(token).expect(404);
  await redeem('x'.repeat(43), 'short').expect(400);
  const late = await tests.link(email);
  service.clock.advance(24 * HOUR);
  await redeem(late).expect(404);
});

test('a forgotten password: always the same answer; a mail to the stored address, three an hour', async () => {
  const { email } = await tests.member(account, ['STAFF'], 'Forgetful@example.com');
  const ask = (address: string) => tests.http().post('/forgot').send({ email: address });
  const answer = { object: 'link_request', accepted: true };
  expect((await ask('nobody@example.com').expect(200)).body).toEqual(answer);
  for (let at = 0; at < 4; at++)
    expect((await ask('forgetful@example.com').expect(200)).body).toEqual(answer);
  const tokens = await eventually(() => {
    const sent = mailed(email);
    expect(sent).toHaveLength(3);
    return Promise.resolve(sent);
  });
  expect(smtp.to('nobody@example.com')).toEqual([]);
  const works = await Promise.all(tokens.map(async (token) => (await inspect(token)).status));
  expect(works.sort()).toEqual([200, 404, 404]);
  service.clock.advance(30 * MINUTE);
  for (const token of tokens) await inspect(token).expect(404);
  for (let at = 5; at < 20; at++) await ask('nobody@example.com').expect(200);
  const refused = await ask('nobody@example.com').expect(429);
  expect(refused.body.error.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
});

describe('members', () => {
  const invite = (headers: Record<string, string>, body: object) =>
    tests.http(headers).post('/members').send(body);

  test('are invited by mail to the console; choosing a password accepts', async () => {
    const admin = await tests.person(account, ['ADMIN']);
    const person = { name: 'Meera', email: 'meera@example.com', roles: ['ADMIN', 'COUNSELLOR'] };
    const key = { 'Idempotency-Key': 'invite-1' };
    const { body } = await invite({ ...admin.headers, ...key }, person).expect(200);
    expect(body).toMatchObject({
      object: 'member',
      status: 'invited',
      roles: ['ADMIN', 'COUNSELLOR'],
      welcome_email_sent: true,
      warnings: [],
      last_signed_in_at: null,
    });
    const replay = await invite({ ...admin.headers, ...key }, person).expect(200);
    expect(replay.body).toMatchObject({ id: body.id, welcome_email_sent: true, idempotent_replay: true });
    expect(smtp.to(person.email)).toHaveLength(1);
    expect(smtp.to(person.email)[0]).toContain('Sunrise invites you as admin and counsellor');
    const [token = ''] = mailed(person.email);
    expect((await inspect(token).expect(200)).body).toMatchObject({
      account_name: 'Sunrise',
      roles: person.roles,
    });
    const { body: session } = await redeem(token).expect(200);
    expect(session.accounts).toMatchObject([{ id: account, roles: person.roles }]);
    const list = await tests.http(admin.headers).get('/members?limit=1').expect(200);
    expect(list.body).toMatchObject({ has_more: true, data: [{ id: body.id, status: 'active' }] });
    expect(list.body.data[0].last_signed_in_at).not.toBeNull();
    await tests.http(admin.headers).get(`/members?starting_after=${body.id}`).expect(200);
    await tests.http(admin.headers).get('/members?starting_after=csl_none').expect(400);
    const elsewhere = await tests.person((await service.account()).id, ['ADMIN']);
    const taken = await invite(elsewhere.headers, person).expect(409);
    expect(taken.body.error.code).toBe('email_in_use_elsewhere');
  });

  test('removed before they accept: the link works no more', async () => {
    const admin = await tests.person(account, ['ADMIN']);
    const email = 'withdrawn@example.com';
    const { body } = await invite(admin.headers, { name: 'Gone', email, roles: ['STAFF'] }).expect(200);
    const change = (active: boolean) =>
      tests.http(admin.headers).patch(`/members/${body.id}`).send({ active });
    expect((await change(false).expect(200)).body).toMatchObject({
      status: 'inactive',
      effects: { invitation_revoked: true, human_calls_canceled: 0 },
    });
    await change(true).expect(200);
    await inspect(mailed(email)[0] ?? '').expect(404);
  });

  test('the last active admin stays one, also of two that demote each other at once', async () => {
    const own = (await service.account()).id;
    const [one, other] = [await tests.person(own, ['ADMIN']), await tests.person(own, ['ADMIN'])];
    const { body } = await tests.http(one.headers).get('/members').expect(200);
    const idOf = (email: string) => body.data.find((member: { email: string }) => member.email === email).id;
    const demote = (by: typeof one, who: typeof one) =>
      tests
        .http(by.headers)
        .patch(`/members/${idOf(who.email)}`)
        .send({ roles: ['STAFF'] });
    const answers = await Promise.all([demote(one, other), demote(other, one)]);
    // The second may have lost its role before its turn.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = answers[0].status === 200 ? one : other;
    for (const change of [{ active: false }, { roles: ['STAFF'] }]) {
      const { body: refused } = await tests
        .http(left.headers)
        .patch(`/members/${idOf(left.email)}`)
        .send(change)
        .expect(409);
      expect(refused.error.code).toBe('last_admin');
    }
    await tests
      .http(left.headers)
      .patch(`/members/${idOf(left.email)}`)
      .send({ roles: [] })
      .expect(400);
    await tests.http(left.headers).patch('/members/csl_none').send({ active: false }).expect(404);
  });

  test('get a link from an admin, shown or mailed; none for a login of another account as well', async () => {
    const admin = await tests.person(account, ['ADMIN']);
    const member = await tests.member(account, ['COUNSELLOR']);
    const link = (id: string, send: boolean) =>
      tests.http(admin.headers).post(`/members/${id}/link`).send({ send });
    const shown = (await link(member.id, false).expect(200)).body;
    expect(shown.url).toBe(`${service.origin}${shown.path}`);
    const sent = (await link(member.id, true).expect(200)).body;
    expect(sent).toMatchObject({ sent: true, url: null, path: null });
    await inspect(shown.path.split('#')[1]).expect(404);
    await redeem(mailed(member.email)[0] ?? '').expect(200);
    await tests.member((await service.account()).id, ['STAFF'], member.email);
    const refused = await link(member.id, false).expect(403);
    expect(refused.body.error.code).toBe('member_not_manageable');
    const { body } = await tests.http(admin.headers).get('/members').expect(200);
    const shared = body.data.find(({ id }: { id: string }) => id === member.id);
    expect(shared).toMatchObject({ shared_account: true, last_signed_in_at: null });
  });

  test('a mailed link counts for the bounds of forgotten passwords and of welcome e-mails', async () => {
    const { clock } = service;
    const noon = startOfDay(localDay(clock.now(), 'Asia/Kolkata'), 'Asia/Kolkata', 1).getTime() + 12 * HOUR;
    clock.advance(noon - clock.nowMs());
    const own = (await service.account()).id;
    const admin = await tests.person(own, ['ADMIN']);
    const send = async (id: string) => {
      const { body } = await tests.http(admin.headers).post(`/members/${id}/link`).send({ send: true });
      return body as { sent: boolean; url: string | null };
    };
    const welcomed = { name: 'Asha', email: 'welcomed@example.com', roles: ['STAFF'] };
    expect((await invite(admin.headers, welcomed).expect(200)).body.welcome_email_sent).toBe(true);

    const member = await tests.member(own, ['STAFF']);
    const answers = [];
    for (let at = 0; at < 5; at++) answers.push(await send(member.id));
    expect(answers.map(({ sent }) => sent)).toEqual([true, true, true, false, false]);
    expect(answers.at(-1)?.url).toContain('/console/link#');
    await tests.http().post('/forgot').send({ email: member.email }).expect(200);

    const members = await Promise.all(Array.from({ length: 50 }, () => tests.member(own, ['STAFF'])));
    const first = await Promise.all(members.slice(0, 30).map(({ id }) => send(id)));
    expect(first.filter(({ sent }) => sent)).toHaveLength(30);
    // What counts for the day is kept for it.
    await service.advance(2 * HOUR);
    const rest = await Promise.all(members.slice(30).map(({ id }) => send(id)));
    expect(rest.filter(({ sent }) => sent)).toHaveLength(50 - 1 - 3 - 30);
    const late = { name: 'Late', email: 'late@example.com', roles: ['STAFF'] };
    expect((await invite(admin.headers, late).expect(200)).body).toMatchObject({
      welcome_email_sent: false,
      warnings: [{ code: 'welcome_email_limit' }],
    });
    expect(smtp.to(member.email)).toHaveLength(3);
    await service.advance(12 * HOUR);
    const { headers } = await tests.open(admin.loginId, admin.email);
    const next = await tests.http(headers).post(`/members/${member.id}/link`).send({ send: true });
    expect(next.body.sent).toBe(true);
  });

  test('a link that an admin has seen is dead once its login joins another account, or the member is removed', async () => {
    const admin = await tests.person(account, ['ADMIN']);
    const seen = async (id: string) => {
      const { body } = await tests.http(admin.headers).post(`/members/${id}/link`).send({ send: false });
      return (body.path as string).split('#')[1] ?? '';
    };
    const joins = await tests.member(account, ['STAFF']);
    const leaves = await tests.member(account, ['STAFF']);
    const tokens = [await seen(joins.id), await seen(leaves.id)];
    for (const token of tokens) await inspect(token).expect(200);
    await tests.member((await service.account()).id, ['ADMIN'], joins.email);
    await tests.http(admin.headers).patch(`/members/${leaves.id}`).send({ active: false }).expect(200);
    for (const token of tokens) {
      await inspect(token).expect(404);
      await redeem(token).expect(404);
    }
  });
});

test('without SMTP a mail is a file below the data folder', async () => {
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
