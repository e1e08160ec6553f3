import type { Response } from 'supertest';
import { SessionUses } from '../../src/sign-in/application/session-uses';
import { TestApp } from '../harness/app';
import { ConsoleTests, cookiesOf, PASSWORD } from '../harness/console';
import { number } from '../harness/builders';
import { answerWithin2s } from '../harness/timeouts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  service = await TestApp.start({ TRUST_PROXY: 'loopback' });
  tests = new ConsoleTests(service);
  account = (await service.account()).id;
});
afterAll(() => service.stop());

const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  tests.http(headers).post('/sign-in').send({ email, password });
const session = (cookie: string, headers: Record<string, string> = {}) =>
  tests.http({ Cookie: cookie, ...headers }).get('/session');
const cookieOf = (answer: { headers: object }) =>
  `${tests.cookieName}=${cookiesOf(answer.headers)[tests.cookieName]}`;

describe('a session', () => {
  test('begins with the right password in any case of the e-mail; a cookie from before is never adopted', async () => {
    const { email } = await tests.withPassword(account, ['ADMIN']);
    const planted = `${tests.cookieName}=${'A'.repeat(43)}`;
    const first = await signIn(email.toUpperCase(), PASSWORD, { Cookie: planted }).expect(200);
    expect(cookieOf(first)).not.toBe(planted);
    expect((first.headers['set-cookie'] as unknown as string[])[0]).toMatch(
      /^aics-\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect((await session(cookieOf(first)).expect(200)).body).toMatchObject({
      login: { email },
      id: first.body.id,
    });
    await session(planted).expect(401);
    const second = await signIn(email, PASSWORD, { Cookie: cookieOf(first) }).expect(200);
    expect([second.body.id, cookieOf(second)]).not.toEqual([first.body.id, cookieOf(first)]);
    const stored = await service.unitOfWork.rows<{ row: string }>('SELECT s::text AS row FROM sessions s');
    const token = cookieOf(second).split('=')[1] ?? '';
    expect(stored.some(({ row }) => row.includes(token))).toBe(false);
  });

  test('has the prefixed cookie alone over https', async () => {
    const { email } = await tests.withPassword(account, ['STAFF']);
    const https = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'calls.example.com' };
    const answer = await signIn(email, PASSWORD, https).expect(200);
    const cookies = cookiesOf(answer.headers);
    expect(Object.keys(cookies)).toEqual(['__Host-aics-443', '__Host-aics-443-known']);
    expect(answer.headers['set-cookie']?.[0]).toContain('; Secure');
    const token = cookies['__Host-aics-443'];
    await session(`__Host-aics-443=${token}`, https).expect(200);
    await session(`aics-443=${token}`, https).expect(401);
  });

  test('is refused alike for an unknown e-mail, a login without a password and a wrong password', async () => {
    const { email } = await tests.withPassword(account, ['STAFF']);
    const { email: without } = await tests.member(account, ['COUNSELLOR']);
    for (const [who, password] of [
      [email, 'wrong password here'],
      [without, PASSWORD],
      ['nobody@example.com', PASSWORD],
      ['no e-mail', PASSWORD],
    ] as const) {
      const { body } = await signIn(who, password).expect(401);
      expect(body.error).toMatchObject({
        code: 'wrong_credentials',
        message: 'E-mail or password is not right.',
      });
    }
    await tests.http().post('/sign-in').send({ email }).expect(400);
  });

  test('ends after 7 days unused, after 30 in all, by sign-out, by "sign out others", by a command', async () => {
    const person = await tests.person(account, ['STAFF']);
    const again = () => session(person.cookie);
    for (let week = 0; week < 4; week++) {
      service.clock.advance(7 * DAY - MINUTE);
      await again().expect(200);
      await service.app.get(SessionUses, { strict: false }).write();
    }
    service.clock.advance(2 * DAY);
    await again().expect(200);
    service.clock.advance(DAY);
    await again().expect(401);

    const [one, other] = [
      await tests.open(person.loginId, person.email),
      await tests.open(person.loginId, person.email),
    ];
    const { body } = await tests.http(one.headers).get('/sessions').expect(200);
    expect(
      body.data.map(({ id, current, browser }: Record<string, unknown>) => [id, current, browser]),
    ).toEqual([
      [other.sessionId, false, 'Firefox on Linux'],
      [one.sessionId, true, 'Firefox on Linux'],
    ]);
    await tests.http(one.headers).post('/sessions/end-others').expect(200);
    await session(other.cookie).expect(401);
    await tests.http(one.headers).delete(`/sessions/${other.sessionId}`).expect(404);
    const out = await tests.http(one.headers).post('/sign-out').expect(200);
    expect(out.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    await session(one.cookie).expect(401);

    const unused = await tests.open(person.loginId, person.email);
    service.clock.advance(7 * DAY);
    await session(unused.cookie).expect(401);
    await service.advance(0);
    expect(
      await service.unitOfWork.rows('SELECT FROM sessions WHERE login_id = $1', [person.loginId]),
    ).toEqual([]);
  });

  test('belongs to the person and the current member', async () => {
    const person = await tests.person(account, ['STAFF']);
    await session(person.cookie, { 'X-Session': person.sessionId }).expect(200);
    const { body } = await session(person.cookie, { 'X-Session': 'ses_another' }).expect(401);
    expect(body.error.code).toBe('not_signed_in');
    const [member] = (await session(person.cookie).expect(200)).body.accounts;
    const admin = await tests.person(account, ['ADMIN']);
    await tests.http(admin.headers).patch(`/members/${member.member_id}`).send({ active: false }).expect(200);
    expect((await session(person.cookie).expect(200)).body.accounts).toEqual([]);
    const gone = await tests.http(person.headers).get('/home').expect(404);
    expect(gone.body.error).toMatchObject({ code: 'not_found', details: { header: 'X-Account' } });
  });

  test('names one of several accounts, and gets 404 for another', async () => {
    const [second, foreign] = [await service.account({ name: 'Second' }), await service.account()];
    const person = await tests.person(account, ['ADMIN']);
    await tests.person(second.id, ['COUNSELLOR'], person.email);
    const home = (headers: Record<string, string>) =>
      tests.http({ ...person.headers, ...headers }).get('/settings');
    const { body } = await home({}).expect(400);
    expect(body.error.details.errors).toEqual([{ field: 'headers.X-Account', message: expect.any(String) }]);
    expect((await home({ 'X-Account': account }).expect(200)).body.name).toBe('Test');
    const refused = await home({ 'X-Account': second.id }).expect(403);
    expect(refused.body.error).toMatchObject({
      code: 'insufficient_scope',
      details: { required_scope: 'calls:read' },
    });
    await home({ 'X-Account': foreign.id }).expect(404);
    await session(person.cookie, { 'X-Account': foreign.id }).expect(200);
  });

  test.each<[string, (cookie: string, email: string) => Promise<Response>]>([
    ['a request with a session', async (cookie) => session(cookie)],
    ['a sign-in', async (_, email) => signIn(email)],
    ['the sign-in page', async () => tests.http({}).get('/service')],
  ])('returns 503 within 2 s without the database: %s', async (_, send) => {
    const { cookie, email } = await tests.person(account, ['STAFF']);
    let comeBack: (error: Error) => void = () => undefined;
    const away = new Promise<never>((_resolve, reject) => (comeBack = reject));
    const query = jest.spyOn(service.unitOfWork, 'row').mockReturnValue(away);
    const answer = await answerWithin2s(() => send(cookie, email)).finally(() => {
      query.mockRestore();
      // The service's own work connected, too, and would wait for ever.
      comeBack(new Error('the connection was lost'));
    });
    expect([answer.status, answer.body.error.code, answer.headers['retry-after']]).toEqual([
      503,
      'auth_unavailable',
      '5',
    ]);
  });
});

describe('a password', () => {
  test('ends other sessions when it is changed with the old one, and renews the cookie of this one', async () => {
    const { email, loginId, cookies } = await tests.withPassword(account, ['STAFF']);
    const own = `${tests.cookieName}=${cookies[tests.cookieName]}`;
    const other = await tests.open(loginId, email);
    const change = (body: object) => tests.http({ Cookie: own }).put('/password').send(body);
    await change({ current_password: 'wrong password', new_password: 'another good one' }).expect(401);
    const weak = await change({ current_password: PASSWORD, new_password: 'aaaaaaaaaaaaa' }).expect(400);
    expect(weak.body.error.details.errors).toEqual([{ field: 'new_password', message: 'is too common' }]);
    const changed = await change({ current_password: PASSWORD, new_password: 'another good one' }).expect(
      200,
    );
    await session(cookieOf(changed)).expect(200);
    await session(own).expect(401);
    await session(other.cookie).expect(401);
    await signIn(email).expect(401);
    await signIn(email, 'another good one').expect(200);
  });

  test('is required again after 12 hours, for changes of keys, webhook and members alone', async () => {
    const { cookies } = await tests.withPassword(account, ['ADMIN']);
    const headers = { Cookie: `${tests.cookieName}=${cookies[tests.cookieName]}` };
    const invite = () =>
      tests
        .http(headers)
        .post('/members')
        .send({ name: 'New', email: `n${number()}@example.com`, roles: ['STAFF'] });
    await invite().expect(200);
    service.clock.advance(12 * 60 * MINUTE + 1);
    const { body } = await invite().expect(403);
    expect(body.error.code).toBe('confirmation_needed');
    const put = await fetch(`${service.origin}/console/v1/webhook`, { method: 'DELETE', headers });
    expect([put.status, ((await put.json()) as any).error.code]).toEqual([403, 'confirmation_needed']);
    await tests.http(headers).patch('/settings').send({ name: 'Renamed' }).expect(200);
    await tests.http(headers).post('/confirm').send({ password: 'not the right one' }).expect(401);
    await tests.http(headers).post('/confirm').send({ password: PASSWORD }).expect(200);
    await invite().expect(200);
  });

  test('changes own name and number', async () => {
    const person = await tests.person(account, ['COUNSELLOR']);
    const me = (body: object) => tests.http(person.headers).patch('/me').send(body);
    const { body } = await me({ name: ' Asha ', mobile_number: '+91 98765 41000' }).expect(200);
    expect(body.login).toMatchObject({ name: 'Asha', mobile_number: '+919876541000' });
    expect(body.accounts[0]).toMatchObject({ can_call: true, blocked_reason: null });
    expect((await me({ mobile_number: null }).expect(200)).body.accounts[0].can_call).toBe(false);
    await me({ name: 'www.example.com' }).expect(400);
    await me({ name: null }).expect(400);
  });
});
