import { localDay, startOfDay } from '../../src/platform/kernel/zoned-time';
import type { TestApp } from '../harness/app';
import type { ConsoleTests } from '../harness/console';
import { LinkTests } from '../harness/links';

const HOUR = 3_600_000;

let links: LinkTests;
let service: TestApp;
let tests: ConsoleTests;
let account: string;

beforeAll(async () => {
  links = await LinkTests.start();
  ({ service, tests, account } = links);
});
afterAll(() => links.stop());

describe('members', () => {
  const invite = (headers: Record<string, string>, body: object) =>
    tests.http(headers).post('/members').send(body);

  test('invites a member by mail, who accepts with a password', async () => {
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
    expect(links.smtp.to(person.email)).toHaveLength(1);
    expect(links.smtp.to(person.email)[0]).toContain('Sunrise invites you as admin and counsellor');
    const [token = ''] = links.mailed(person.email);
    expect((await links.inspect(token).expect(200)).body).toMatchObject({
      account_name: 'Sunrise',
      roles: person.roles,
    });
    const { body: session } = await links.redeem(token).expect(200);
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

  test('rejects the link of a member who was removed before', async () => {
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
    await links.inspect(links.mailed(email)[0] ?? '').expect(404);
  });

  test('preserves the last active admin, also of two that demote each other at once', async () => {
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

  test('creates a link by an admin, shown or mailed, and none for a login of another account', async () => {
    const admin = await tests.person(account, ['ADMIN']);
    const member = await tests.member(account, ['COUNSELLOR']);
    const link = (id: string, send: boolean) =>
      tests.http(admin.headers).post(`/members/${id}/link`).send({ send });
    const shown = (await link(member.id, false).expect(200)).body;
    expect(shown.url).toBe(`${service.origin}${shown.path}`);
    const sent = (await link(member.id, true).expect(200)).body;
    expect(sent).toMatchObject({ sent: true, url: null, path: null });
    await links.inspect(shown.path.split('#')[1]).expect(404);
    await links.redeem(links.mailed(member.email)[0] ?? '').expect(200);
    await tests.member((await service.account()).id, ['STAFF'], member.email);
    const refused = await link(member.id, false).expect(403);
    expect(refused.body.error.code).toBe('member_not_manageable');
    const { body } = await tests.http(admin.headers).get('/members').expect(200);
    const shared = body.data.find(({ id }: { id: string }) => id === member.id);
    expect(shared).toMatchObject({ shared_account: true, last_signed_in_at: null });
  });

  test('counts mailed links for the bounds of forgotten passwords and of welcome e-mails', async () => {
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
    expect(links.smtp.to(member.email)).toHaveLength(3);
    await service.advance(12 * HOUR);
    const { headers } = await tests.open(admin.loginId, admin.email);
    const next = await tests.http(headers).post(`/members/${member.id}/link`).send({ send: true });
    expect(next.body.sent).toBe(true);
  });

  test('rejects a link that an admin has seen once its login joins another account or the member is removed', async () => {
    const admin = await tests.person(account, ['ADMIN']);
    const seen = async (id: string) => {
      const { body } = await tests.http(admin.headers).post(`/members/${id}/link`).send({ send: false });
      return (body.path as string).split('#')[1] ?? '';
    };
    const joins = await tests.member(account, ['STAFF']);
    const leaves = await tests.member(account, ['STAFF']);
    const tokens = [await seen(joins.id), await seen(leaves.id)];
    for (const token of tokens) await links.inspect(token).expect(200);
    await tests.member((await service.account()).id, ['ADMIN'], joins.email);
    await tests.http(admin.headers).patch(`/members/${leaves.id}`).send({ active: false }).expect(200);
    for (const token of tokens) {
      await links.inspect(token).expect(404);
      await links.redeem(token).expect(404);
    }
  });
});
