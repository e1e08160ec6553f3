import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { Invitations } from '../../src/counsellors/application/invitations';
import { localDay, startOfDay } from '../../src/platform/kernel/zoned-time';
import { eventually, TestApp } from '../harness/app';
import { bell } from '../harness/bell';
import { CounsellorTests, email, visit } from '../harness/counsellors';

const DAY_MS = 24 * 3_600_000;

const tests = CounsellorTests.setUp();

describe('the welcome e-mail', () => {
  test('is accepted by the button of its page alone, once, and shows nothing for a wrong link', async () => {
    const address = email();
    const { id } = await tests.add({ email: address, name: '<b>Meera & Co</b>' });
    const link = tests.linkTo(address);
    expect(link).toMatch(new RegExp(`^${tests.service.origin}/invitations/`));
    const page = await visit(link).expect(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('&lt;b&gt;Meera &amp; Co&lt;/b&gt;');
    expect(await tests.read(id as string)).toMatchObject({ status: 'invited' });
    expect((await visit(link, 'post').expect(200)).text).toContain('Thank you');
    expect(await tests.read(id as string)).toMatchObject({ status: 'active' });
    await visit(link, 'post').expect(200);
    await visit(`${link}x`).expect(404);
    const stored = await tests.service.unitOfWork.row<{ text: string }>(
      'SELECT invitations::text AS text FROM invitations WHERE membership_id = $1',
      [id],
    );
    expect(stored?.text).not.toContain(link.split('/').pop());
  });

  test('has a link that ends after 7 days, and with the counsellor', async () => {
    const [late, gone] = [email(), email()];
    const { id: lateId } = await tests.add({ email: late });
    const { id } = await tests.add({ email: gone });
    await tests.service
      .http(tests.account)
      .delete(`/counsellors/${id as string}`)
      .expect(200);
    await visit(tests.linkTo(gone)).expect(404);
    await visit(tests.linkTo(gone), 'post').expect(404);
    expect(await tests.read(id as string)).toMatchObject({ status: 'inactive' });
    await tests.service.unitOfWork.affected(
      `UPDATE invitations SET expires_at = expires_at - interval '7 days' WHERE membership_id = $1`,
      [lateId],
    );
    await visit(tests.linkTo(late), 'post').expect(404);
    expect(await tests.read(lateId as string)).toMatchObject({ status: 'invited' });
  });

  test('shows a page when the service fails to open its link, which works later', async () => {
    const address = email();
    await tests.add({ email: address });
    const link = tests.linkTo(address);
    const invitations = tests.service.app.get(Invitations, { strict: false });
    const failing = jest.spyOn(invitations, 'show').mockRejectedValue(new Error('the database is away'));
    const answer = await visit(link)
      .expect(500)
      .expect('Content-Type', /^text\/html/);
    failing.mockRestore();
    expect(answer.text).toContain('Open the link again in a minute.');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    await visit(link).expect(200);
  });

  test('is retried after a temporary refusal, and never sent twice', async () => {
    tests.smtp.behaviour = (_, refuse) => refuse();
    const address = email();
    expect(await tests.add({ email: address })).toMatchObject({
      status: 'invited',
      welcome_email_sent: false,
    });
    tests.smtp.behaviour = (accept) => accept();
    await tests.service.advance(61_000);
    await eventually(() => Promise.resolve(tests.linkTo(address)));
    for (const ms of [61_000, 3_600_000, DAY_MS]) await tests.service.advance(ms);
    expect((await visit(tests.linkTo(address), 'post')).status).toBe(200);
  });

  test('is not sent again to a server that falls silent after the whole message', async () => {
    tests.smtp.behaviour = (_, __, hangUp) => hangUp();
    const address = email();
    expect(await tests.add({ email: address })).toMatchObject({ welcome_email_sent: false });
    tests.smtp.behaviour = (accept) => accept();
    for (const ms of [61_000, 3_600_000, DAY_MS]) await tests.service.advance(ms);
    expect(tests.smtp.to(address)).toHaveLength(1);
  });

  test('is reported as not sent by the response when the server needs 6 s, though it was accepted', async () => {
    tests.smtp.behaviour = (accept) => {
      setTimeout(accept, 6_000);
    };
    const address = email();
    const timeout = bell(5_000);
    expect(await tests.add({ email: address })).toMatchObject({ welcome_email_sent: false });
    expect(performance.now() - (await timeout)).toBeLessThan(900);
    await eventually(() => Promise.resolve(tests.linkTo(address)));
    await tests.service.advance(61_000);
    expect(tests.smtp.to(address)).toHaveLength(1);
  });

  test('is a file without SMTP, whose link works, and the counsellor is active at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'aics-mail-'));
    const bare = await TestApp.start({
      DATA_DIR: folder,
      CONSOLE: 'off',
      PUBLIC_URL: 'https://calls.example.com',
    });
    try {
      const owner = await bare.account();
      const { body } = await bare
        .http(owner)
        .post('/counsellors')
        .send({ name: 'Meera', email: email() })
        .expect(200);
      expect(body).toMatchObject({ status: 'active', welcome_email_sent: false, created: true });
      const [file = ''] = readdirSync(join(folder, 'mail'));
      const text = readFileSync(join(folder, 'mail', file), 'utf8').replace(/=\r\n/g, '');
      const link = /https:\/\/calls\.example\.com(\/invitations\/[\w-]+)/.exec(text)?.[1] ?? '';
      await request(bare.origin).post(link).expect(200);
      await bare.advance(DAY_MS);
      expect(readdirSync(join(folder, 'mail'))).toHaveLength(1);
    } finally {
      await bare.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('goes to 50 people a day of the account, and to none beyond, also later', async () => {
    const { clock } = tests.service;
    const day = localDay(clock.now(), 'Asia/Kolkata');
    const noon = startOfDay(day, 'Asia/Kolkata', 1).getTime() + DAY_MS / 2;
    clock.advance(noon - clock.nowMs());
    const added = await Promise.all(Array.from({ length: 55 }, () => tests.add()));
    const sent = added.filter(({ welcome_email_sent }) => welcome_email_sent === true);
    expect(sent).toHaveLength(50);
    for (const { warnings } of sent) expect(warnings).toEqual([]);
    for (const left of added.filter((one) => !sent.includes(one))) {
      expect(left).toMatchObject({
        status: 'invited',
        welcome_email_sent: false,
        warnings: [{ field: 'email', code: 'welcome_email_limit', message: expect.any(String) }],
      });
    }
    const key = { key: (await tests.service.account()).key };
    expect(
      (await tests.service.http(key).post('/counsellors').send({ name: 'A', email: email() })).body,
    ).toMatchObject({
      welcome_email_sent: true,
    });
    // The next day has its own, and those that were left out stay so.
    await tests.service.advance(DAY_MS / 2 - 60_000);
    expect(await tests.add()).toMatchObject({ welcome_email_sent: false });
    await tests.service.advance(60_000);
    expect(await tests.add()).toMatchObject({ welcome_email_sent: true, warnings: [] });
    await tests.service.advance(DAY_MS);
    for (const { email: address, welcome_email_sent } of added) {
      expect(tests.smtp.to(address as string)).toHaveLength(welcome_email_sent === true ? 1 : 0);
    }
  });

  test('is reported by a replay as in the first response, also for a person without an e-mail', async () => {
    await Promise.all(Array.from({ length: 50 }, () => tests.add()));
    const body = { name: 'Late', email: email() };
    const post = () =>
      tests.service.http(tests.account).post('/counsellors').set('Idempotency-Key', 'late').send(body);
    const { body: first } = await post();
    const { body: again } = await post();
    expect(first.warnings.map(({ code }: { code: string }) => code)).toContain('welcome_email_limit');
    expect(again).toEqual({ ...first, idempotent_replay: true });
    expect(again.welcome_email_sent).toBe(false);
  });

  test.each(['Meera\r\nBcc: x@evil.example', 'Pay at https://evil.example', 'evil.com'])(
    'is rejected for a name such as %j',
    async (name) => {
      const { id } = await tests.add();
      const answers = [
        await tests.add({ name }, tests.account, 400),
        await tests.patch(id as string, { name }, 400),
      ];
      for (const { error } of answers) expect(error.details.errors).toMatchObject([{ field: 'name' }]);
    },
  );
});
