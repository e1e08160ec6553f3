import { Accounts } from '../../src/accounts';
import { CounsellorTests, email, type Json } from '../harness/counsellors';

const tests = CounsellorTests.setUp();

/** Flags of the response, and the number of e-mails. */
interface ExpectedFlags {
  readonly status: number;
  readonly created?: boolean;
  readonly existing_account?: boolean;
  readonly state?: string;
  readonly mails?: number;
  readonly code?: string;
  readonly fields?: string[];
}

describe('effects of POST /counsellors', () => {
  test('invites a new person by e-mail', async () => {
    const address = email();
    const made = await tests.add({ email: address, carrier_extension: '1001' });
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
    expect(await tests.list()).toEqual([]);
    const mail = tests.smtp.to(address)[0] ?? '';
    expect(mail).toContain('From: AI Calling Service <desk@example.com>');
    expect(mail).not.toMatch(/password/i);
  });

  /** The flags of the description, for every state of an existing person. */
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
  ])('reports the existing person: %s', async (who, fields, expected) => {
    const address = email();
    const other = await tests.service.account();
    let before: Json | undefined;
    if (who === 'invited') before = await tests.add({ email: address });
    if (who === 'active' || who.startsWith('removed'))
      before = await tests.add(
        { email: address, send_welcome_email: false },
        who.endsWith(' elsewhere') ? other : tests.account,
      );
    if (who === 'removed' || who.startsWith('removed here'))
      await tests.service
        .http(tests.account)
        .delete(`/counsellors/${before?.['id'] as string}`)
        .expect(200);
    if (who.startsWith('removed here')) await tests.staff(address, 'COUNSELLOR', other);
    if (who === 'removed elsewhere')
      await tests.service
        .http(other)
        .delete(`/counsellors/${before?.['id'] as string}`)
        .expect(200);
    if (who === 'elsewhere') await tests.add({ email: address }, other);
    if (who === 'admin' || who.endsWith('staff')) await tests.staff(address, 'ADMIN');
    if (who.endsWith('staff')) await tests.staff(address, 'COUNSELLOR');
    const mails = tests.smtp.messages.length;
    const answer = await tests.add(
      { name: 'Changed', email: ` ${address.toUpperCase()} `, mobile_number: '+919876500000', ...fields },
      tests.account,
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
    expect(tests.smtp.messages).toHaveLength(mails + (expected.mails ?? 0));
  });

  test('warns of a missing mobile number for providers that ring the phone alone', async () => {
    const missing = await tests.add({ mobile_number: null });
    expect(missing).toMatchObject({
      can_call: false,
      blocked_reason: expect.stringContaining('mobile number'),
      mobile_number: null,
      warnings: [{ field: 'mobile_number', code: 'mobile_number_missing', message: expect.any(String) }],
    });
    expect(
      (await tests.patch(missing['id'] as string, { mobile_number: '+919876543210' }))['warnings'],
    ).toEqual([]);
    await tests.service.app.get(Accounts, { strict: false }).set(tests.account.id, { carrier: 'gone' });
    expect(await tests.add()).toMatchObject({
      can_call: false,
      blocked_reason: expect.stringContaining('provider'),
    });
  });

  test('replays the first result with the current counsellor for an Idempotency-Key', async () => {
    const body = { name: 'Meera', email: email() };
    const send = () =>
      tests.service.http(tests.account).post('/counsellors').set('Idempotency-Key', 'k').send(body);
    const first = (await send().expect(200)).body as Json;
    await tests.patch(first['id'] as string, { name: 'Changed', mobile_number: '+919876543210' });
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
    expect(tests.smtp.to(body.email)).toHaveLength(1);
  });

  test('reports every bad field at once', async () => {
    const { error } = await tests.add(
      {
        name: ' ',
        email: 'a@b\r\nBcc: x@example.com',
        mobile_number: '123',
        carrier_extension: '',
        status: 'active',
      },
      tests.account,
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
      await tests.add({ email: bad }, tests.account, 400);
  });
});
