import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { Accounts, People } from '../src/accounts';
import { eventually, type TestAccount, TestApp } from './harness/app';
import { SmtpServer } from './harness/smtp';

type Json = Record<string, any>;

const ROUNDS = Array.from({ length: 20 }, (_, round) => round + 1);
const DAY_MS = 24 * 3_600_000;

let service: TestApp;
let smtp: SmtpServer;
let account: TestAccount;

beforeAll(async () => {
  smtp = await SmtpServer.start();
  service = await TestApp.start({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});
beforeEach(async () => {
  account = await service.account();
  smtp.behaviour = (accept) => {
    accept();
  };
});

let emails = 0;
const email = () => `person${++emails}@example.com`;
const members = (of = service) => of.app.get(People, { strict: false }).members;

async function add(fields: object = {}, as = account, status = 200): Promise<Json> {
  const body = { name: 'Meera Nair', email: email(), mobile_number: '+91 98765-43210', ...fields };
  return (await service.http(as).post('/counsellors').send(body).expect(status)).body as Json;
}
const read = async (id: string, as = account): Promise<Json> =>
  (await service.http(as).get(`/counsellors/${id}`).expect(200)).body as Json;
const patch = async (id: string, body: object, status = 200, as = account): Promise<Json> =>
  (await service.http(as).patch(`/counsellors/${id}`).send(body).expect(status)).body as Json;
const list = async (as = account): Promise<Json[]> =>
  ((await service.http(as).get('/counsellors').expect(200)).body as { data: Json[] }).data;
const staff = (address: string, role: 'ADMIN' | 'STAFF' | 'COUNSELLOR', as = account) =>
  members().addRole(as.id, { email: address, name: 'Staff', mobileNumber: null }, role);
/** The link in the one e-mail to an address. */
const linkTo = (address: string): string => {
  const mails = smtp.to(address);
  expect(mails).toHaveLength(1);
  return /http:\S+\/invitations\/[\w-]+/.exec(mails[0] ?? '')?.[0] ?? '';
};
const visit = (link: string, method: 'get' | 'post' = 'get') => {
  const { origin, pathname } = new URL(link);
  return request(origin)[method](pathname);
};

/** What an answer says, and how many e-mails were sent. */
interface ExpectedFlags {
  readonly status: number;
  readonly created?: boolean;
  readonly existing_account?: boolean;
  readonly state?: string;
  readonly mails?: number;
  readonly code?: string;
  readonly fields?: string[];
}

describe('what a POST does, and what it says of it', () => {
  test('a new person is invited by e-mail', async () => {
    const address = email();
    const made = await add({ email: address, carrier_extension: '1001' });
    expect(made).toEqual({
      id: expect.stringMatching(/^csl_/),
      object: 'counsellor',
      name: 'Meera Nair',
      email: address,
      roles: ['COUNSELLOR'],
      can_call: true,
      blocked_reason: null,
      status: 'invited',
      manageable: true,
      shared_account: false,
      mobile_number: '919876543210',
      carrier_extension: '1001',
      created: true,
      existing_account: false,
      welcome_email_sent: true,
      warnings: [],
      idempotent_replay: false,
    });
    expect(await list()).toEqual([]);
    const mail = smtp.to(address)[0] ?? '';
    expect(mail).toContain('From: AI Calling Service <desk@example.com>');
    expect(mail).not.toMatch(/password/i);
  });

  /** The flags of the description, for every way in which somebody can be known already. */
  test.each<[string, object, ExpectedFlags]>([
    ['nobody', {}, { status: 200, created: true, existing_account: false, state: 'invited', mails: 1 }],
    [
      'nobody, without an e-mail',
      { send_welcome_email: false },
      { status: 200, created: true, existing_account: false, state: 'active', mails: 0 },
    ],
    ['invited', {}, { status: 200, created: false, existing_account: true, state: 'invited', mails: 0 }],
    ['active', {}, { status: 200, created: false, existing_account: true, state: 'active', mails: 0 }],
    ['removed', {}, { status: 200, created: true, existing_account: true, state: 'active', mails: 0 }],
    [
      'removed here, in another account',
      {},
      { status: 200, created: true, existing_account: true, state: 'active', mails: 0 },
    ],
    ['elsewhere', {}, { status: 409, code: 'email_in_use_elsewhere' }],
    ['removed elsewhere', {}, { status: 409, code: 'email_in_use_elsewhere' }],
    ['admin', {}, { status: 403, code: 'counsellor_not_manageable', fields: ['email'] }],
    ['counsellor and staff', {}, { status: 403, code: 'counsellor_not_manageable', fields: ['email'] }],
  ])('%s', async (who, fields, expected) => {
    const address = email();
    const other = await service.account();
    let before: Json | undefined;
    if (who === 'invited') before = await add({ email: address });
    if (who === 'active' || who.startsWith('removed'))
      before = await add(
        { email: address, send_welcome_email: false },
        who.endsWith(' elsewhere') ? other : account,
      );
    if (who === 'removed' || who.startsWith('removed here'))
      await service
        .http(account)
        .delete(`/counsellors/${before?.['id'] as string}`)
        .expect(200);
    if (who.startsWith('removed here')) await staff(address, 'COUNSELLOR', other);
    if (who === 'removed elsewhere')
      await service
        .http(other)
        .delete(`/counsellors/${before?.['id'] as string}`)
        .expect(200);
    if (who === 'elsewhere') await add({ email: address }, other);
    if (who === 'admin' || who.endsWith('staff')) await staff(address, 'ADMIN');
    if (who.endsWith('staff')) await staff(address, 'COUNSELLOR');
    const mails = smtp.messages.length;
    const answer = await add(
      { name: 'Changed', email: ` ${address.toUpperCase()} `, mobile_number: '+919876500000', ...fields },
      account,
      expected.status,
    );
    if (expected.status !== 200) {
      expect(answer['error']).toMatchObject({
        code: expected.code,
        ...(expected.fields ? { details: { fields: expected.fields } } : {}),
      });
      return;
    }
    expect(answer).toMatchObject({
      created: expected.created,
      existing_account: expected.existing_account,
      status: expected.state,
      welcome_email_sent: expected.mails === 1,
      ...(before ? { id: before['id'], name: 'Meera Nair' } : { name: 'Changed' }),
    });
    expect(smtp.messages).toHaveLength(mails + (expected.mails ?? 0));
  });

  test('a missing mobile number is warned of where the provider rings the phone, and only there', async () => {
    const missing = await add({ mobile_number: null });
    expect(missing).toMatchObject({
      can_call: false,
      blocked_reason: expect.stringContaining('mobile number'),
      mobile_number: null,
      warnings: [{ field: 'mobile_number', code: 'mobile_number_missing', message: expect.any(String) }],
    });
    expect((await patch(missing['id'] as string, { mobile_number: '+919876543210' }))['warnings']).toEqual(
      [],
    );
    await service.app.get(Accounts, { strict: false }).set(account.id, { carrier: 'gone' });
    expect(await add()).toMatchObject({
      can_call: false,
      blocked_reason: expect.stringContaining('provider'),
    });
  });

  test('an Idempotency-Key replays what the first answer said, the counsellor as it is now', async () => {
    const body = { name: 'Meera', email: email() };
    const send = () => service.http(account).post('/counsellors').set('Idempotency-Key', 'k').send(body);
    const first = (await send().expect(200)).body as Json;
    await patch(first['id'] as string, { name: 'Changed', mobile_number: '+919876543210' });
    const { body: replay } = await send().expect(200);
    expect(replay).toMatchObject({
      id: first['id'],
      name: 'Changed',
      created: true,
      existing_account: false,
      welcome_email_sent: true,
      warnings: first['warnings'],
      idempotent_replay: true,
    });
    expect(smtp.to(body.email)).toHaveLength(1);
  });

  test('every bad field is told at once', async () => {
    const { error } = await add(
      {
        name: ' ',
        email: 'a@b\r\nBcc: x@example.com',
        mobile_number: '123',
        carrier_extension: '',
        status: 'active',
      },
      account,
      400,
    );
    expect(error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'carrier_extension',
      'email',
      'mobile_number',
      'name',
      'status',
    ]);
    for (const bad of [
      'nope',
      'a@b',
      '@example.com',
      'a b@example.com',
      'a@-x.com',
      `${'a'.repeat(65)}@example.com`,
    ])
      await add({ email: bad }, account, 400);
  });
});

describe('who sees what', () => {
  const EXTRA = ['mobile_number', 'carrier_extension', 'manageable', 'shared_account'];
  test('calls:read sees neither the numbers nor what may be managed; other keys see nothing', async () => {
    const { id } = await add({ send_welcome_email: false, carrier_extension: '7' });
    const reader = { ...account, key: await service.key(account.id, ['calls:read']) };
    const manager = { ...account, key: await service.key(account.id, ['counsellors:manage']) };
    const shown = await read(id as string, reader);
    for (const field of EXTRA) expect(shown).not.toHaveProperty(field);
    const [listed] = await list(reader);
    for (const field of EXTRA) expect(listed).not.toHaveProperty(field);
    expect(await read(id as string, manager)).toMatchObject({
      mobile_number: '919876543210',
      carrier_extension: '7',
      manageable: true,
      shared_account: false,
    });
    const [managed] = await list(manager);
    expect(managed).toMatchObject({ manageable: true, shared_account: false });
    expect(managed).not.toHaveProperty('mobile_number');
    expect(managed).not.toHaveProperty('carrier_extension');
    const other = { ...account, key: await service.key(account.id, ['calls:write']) };
    await service.http(other).get('/counsellors').expect(403);
    await service.http(reader).post('/counsellors').send({}).expect(403);
    await service
      .http(reader)
      .delete(`/counsellors/${id as string}`)
      .expect(403);
    await service
      .http(await service.account())
      .get(`/counsellors/${id as string}`)
      .expect(404);
  });

  test('the list is sorted by folded name, whole, of active counsellors alone', async () => {
    for (const name of ['émile', 'Zoya', 'aditi', 'Bina']) await add({ name, send_welcome_email: false });
    await add({ name: 'Invited' });
    expect((await list()).map(({ name }) => name)).toEqual(['aditi', 'Bina', 'Zoya', 'émile']);
  });
});

describe('admins, staff and shared logins', () => {
  test('staff who are no counsellors are not found; those who are both are never changed', async () => {
    const address = email();
    const { id } = await staff(address, 'STAFF');
    for (const call of [
      service.http(account).get(`/counsellors/${id}`),
      service.http(account).patch(`/counsellors/${id}`).send({ name: 'X' }),
      service.http(account).delete(`/counsellors/${id}`),
    ])
      expect((await call.expect(404)).body.error.code).toBe('counsellor_not_found');
    await staff(address, 'COUNSELLOR');
    expect(await read(id)).toMatchObject({ manageable: false, roles: ['COUNSELLOR'] });
    expect((await patch(id, { name: 'X', active: false }, 403))['error']).toMatchObject({
      code: 'counsellor_not_manageable',
      details: { fields: ['name', 'active'] },
    });
    const { body } = await service.http(account).delete(`/counsellors/${id}`).expect(403);
    expect(body.error.details).toEqual({ fields: ['active'] });
  });

  test('name and mobile of a login that another account has, too, stay; the rest may change', async () => {
    const address = email();
    const { id } = await add({ email: address, send_welcome_email: false });
    const other = await service.account();
    await staff(address, 'COUNSELLOR', other);
    expect(await read(id as string)).toMatchObject({
      shared_account: true,
      mobile_number: null,
      can_call: true,
    });
    expect((await patch(id as string, { name: 'X', carrier_extension: '1' }, 403))['error']).toMatchObject({
      code: 'counsellor_not_manageable',
      details: { fields: ['name'] },
    });
    expect(await patch(id as string, { carrier_extension: '1' })).toMatchObject({ carrier_extension: '1' });
  });
});

describe('deactivation and reactivation', () => {
  test('effects tell what else changed, and stand on no other answer', async () => {
    const made = await add();
    const id = made['id'] as string;
    expect(made).not.toHaveProperty('effects');
    expect(await patch(id, { active: false })).toMatchObject({
      status: 'inactive',
      can_call: false,
      effects: { human_calls_canceled: 0, invitation_revoked: true },
    });
    expect(await patch(id, { active: false })).toMatchObject({
      effects: { human_calls_canceled: 0, invitation_revoked: false },
    });
    const { body } = await service.http(account).delete(`/counsellors/${id}`).expect(200);
    expect(body).toMatchObject({
      status: 'inactive',
      effects: { human_calls_canceled: 0, invitation_revoked: false },
      warnings: [],
    });
    expect(await patch(id, { active: true })).toMatchObject({
      status: 'active',
      effects: { can_call: true },
    });
    expect(await patch(id, { name: 'Other' })).not.toHaveProperty('effects');
    expect(await read(id)).not.toHaveProperty('effects');
  });

  test('null is 400 but for the extension; nothing sent changes nothing', async () => {
    const { id } = await add({ carrier_extension: '1' });
    const { error } = await patch(
      id as string,
      { name: null, mobile_number: null, active: null, email: 'a@b.co' },
      400,
    );
    expect(error.details.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'must not be null' },
        { field: 'mobile_number', message: 'must not be null' },
        { field: 'active', message: 'must not be null' },
        { field: 'email', message: 'is read-only' },
      ]),
    );
    expect(await patch(id as string, { carrier_extension: null })).toMatchObject({ carrier_extension: null });
    expect(await patch(id as string, {})).toMatchObject({ name: 'Meera Nair' });
  });

  test('an extension is free once its owner is inactive, and taken on the way back', async () => {
    const { id } = await add({ carrier_extension: '1' });
    expect((await add({ carrier_extension: '1' }, account, 409))['error'].code).toBe(
      'carrier_extension_taken',
    );
    await patch(id as string, { active: false });
    const { id: other } = await add({ carrier_extension: '1' });
    expect((await patch(id as string, { active: true }, 409))['error'].code).toBe('carrier_extension_taken');
    expect(await read(id as string)).toMatchObject({ status: 'inactive' });
    await patch(other as string, { carrier_extension: '2' });
    await patch(id as string, { active: true });
    expect((await patch(other as string, { carrier_extension: '1' }, 409))['error'].code).toBe(
      'carrier_extension_taken',
    );
  });
});

describe('the welcome e-mail', () => {
  test('its page accepts by its button alone, once, and shows nothing of the kind to a wrong link', async () => {
    const address = email();
    const { id } = await add({ email: address, name: '<b>Meera & Co</b>' });
    const link = linkTo(address);
    expect(link).toMatch(new RegExp(`^${service.origin}/invitations/`));
    const page = await visit(link).expect(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('&lt;b&gt;Meera &amp; Co&lt;/b&gt;');
    expect(await read(id as string)).toMatchObject({ status: 'invited' });
    expect((await visit(link, 'post').expect(200)).text).toContain('Thank you');
    expect(await read(id as string)).toMatchObject({ status: 'active' });
    await visit(link, 'post').expect(200);
    await visit(`${link}x`).expect(404);
    const stored = await service.unitOfWork.row<{ text: string }>(
      'SELECT invitations::text AS text FROM invitations WHERE membership_id = $1',
      [id],
    );
    expect(stored?.text).not.toContain(link.split('/').pop());
  });

  test('its link ends after 7 days, and with the counsellor', async () => {
    const [late, gone] = [email(), email()];
    const { id: lateId } = await add({ email: late });
    const { id } = await add({ email: gone });
    await service
      .http(account)
      .delete(`/counsellors/${id as string}`)
      .expect(200);
    await visit(linkTo(gone)).expect(404);
    await visit(linkTo(gone), 'post').expect(404);
    expect(await read(id as string)).toMatchObject({ status: 'inactive' });
    await service.unitOfWork.affected(
      `UPDATE invitations SET expires_at = expires_at - interval '7 days' WHERE membership_id = $1`,
      [lateId],
    );
    await visit(linkTo(late), 'post').expect(404);
    expect(await read(lateId as string)).toMatchObject({ status: 'invited' });
  });

  test('a server that says later is asked again, and never twice', async () => {
    smtp.behaviour = (_, refuse) => {
      refuse();
    };
    const address = email();
    expect(await add({ email: address })).toMatchObject({ status: 'invited', welcome_email_sent: false });
    smtp.behaviour = (accept) => {
      accept();
    };
    await service.advance(61_000);
    await eventually(() => Promise.resolve(linkTo(address)));
    for (const ms of [61_000, 3_600_000, DAY_MS]) await service.advance(ms);
    expect((await visit(linkTo(address), 'post')).status).toBe(200);
  });

  test('a server that falls silent with the whole message is not sent it again', async () => {
    smtp.behaviour = (_, __, hangUp) => {
      hangUp();
    };
    const address = email();
    expect(await add({ email: address })).toMatchObject({ welcome_email_sent: false });
    smtp.behaviour = (accept) => {
      accept();
    };
    for (const ms of [61_000, 3_600_000, DAY_MS]) await service.advance(ms);
    expect(smtp.to(address)).toHaveLength(1);
  });

  test('a server that thinks for 6 s has taken it, though the answer said it had not', async () => {
    smtp.behaviour = (accept) => {
      setTimeout(accept, 6_000);
    };
    const address = email();
    const began = performance.now();
    expect(await add({ email: address })).toMatchObject({ welcome_email_sent: false });
    expect(performance.now() - began).toBeLessThan(5_900);
    await eventually(() => Promise.resolve(linkTo(address)));
    await service.advance(61_000);
    expect(smtp.to(address)).toHaveLength(1);
  });

  test('without SMTP it is a file, the link works, and the counsellor is active at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'aics-mail-'));
    const bare = await TestApp.start({ DATA_DIR: folder, PUBLIC_URL: 'https://calls.example.com' });
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
});

describe.each(ROUNDS)('races, round %i', () => {
  const tally = (answers: readonly { status: number; body: Json }[]) =>
    answers.map(({ status, body }) => body['error']?.code ?? `${status} ${body['created']}`).sort();

  test('two accounts invite one e-mail: one has it', async () => {
    const other = await service.account();
    const body = { name: 'Meera', email: email(), send_welcome_email: false };
    const answers = await Promise.all(
      [account, other].map((as) => service.http(as).post('/counsellors').send(body)),
    );
    expect(tally(answers)).toEqual(['200 true', 'email_in_use_elsewhere']);
  });

  test('one account invites one e-mail five times: one is made, one e-mail sent', async () => {
    const body = { name: 'Meera', email: email() };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => service.http(account).post('/counsellors').send(body)),
    );
    expect(tally(answers)).toEqual([...Array<string>(4).fill('200 false'), '200 true']);
    expect(smtp.to(body.email)).toHaveLength(1);
  });

  test('one extension for many: one gets it, of new ones, changed ones and those who come back', async () => {
    const fields = { send_welcome_email: false };
    const [back, changed] = [await add({ ...fields, carrier_extension: 'x' }), await add(fields)];
    await patch(back['id'] as string, { active: false });
    const answers = await Promise.all([
      service
        .http(account)
        .patch(`/counsellors/${back['id'] as string}`)
        .send({ active: true }),
      service
        .http(account)
        .patch(`/counsellors/${changed['id'] as string}`)
        .send({ carrier_extension: 'x' }),
      ...[1, 2].map(() =>
        service
          .http(account)
          .post('/counsellors')
          .send({ name: 'New', email: email(), carrier_extension: 'x', ...fields }),
      ),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});
