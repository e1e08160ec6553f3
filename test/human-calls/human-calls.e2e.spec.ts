import { Accounts, DoNotCallList, People } from '../../src/accounts';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { HumanCallTests, type Json } from '../harness/human-calls';

let service: TestApp;
let calls: HumanCallTests;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  calls = new HumanCallTests(service, await service.account());
});

const accounts = () => service.app.get(Accounts, { strict: false });

describe('POST /human-calls', () => {
  test('accepts an id, or an e-mail ignoring case, and returns what was sent', async () => {
    const counsellor_id = await calls.counsellor('1000', { name: 'Asha', email: 'asha.h@example.com' });
    const contact = { name: 'Rohan', email: 'r@example.com', external_id: 'x1' };
    const made = await calls.call({
      phone_number: '+91 98765 4-3210',
      counsellor_email: ' ASHA.H@Example.com ',
      contact,
      metadata: { deep: [1] },
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^hcall_/),
      object: 'human_call',
      status: expect.any(String),
      no_answer_by: null,
      counsellor: { id: counsellor_id, name: 'Asha', email: 'asha.h@example.com' },
      phone_number: '+919876543210',
      contact,
      crm_lead_linked: false,
      metadata: { deep: [1] },
      analyze: false,
      status_updates: 'realtime',
      created_at: expect.any(String),
      dialed_at: null,
      answered_at: null,
      ended_at: null,
      duration_seconds: null,
      recording_url: null,
      recording_expires_at: null,
      disposition: null,
      analysis: { status: 'not_requested' },
      cost: null,
      idempotent_replay: false,
    });
    await calls.final(made['id']);
  });

  test("accepts numbers of the account's countries only", async () => {
    const abroad = new HumanCallTests(service, await service.account({ countries: ['AE'] }));
    const counsellor_id = await abroad.counsellor('1000', { mobile_number: '+971501234567' });
    const { body } = await abroad.post({ counsellor_id, phone_number: number() }).expect(400);
    expect(body.error.details.errors).toEqual([
      { field: 'phone_number', message: "must be a number of one of the account's countries: AE" },
    ]);
  });

  test('requires exactly one of both, and reports every bad field at once', async () => {
    const fields = async (body: object) =>
      ((await calls.post(body).expect(400)).body as Json)['error'].details.errors.map(
        ({ field }: { field: string }) => field,
      );
    expect(await fields({})).toEqual(['counsellor_id']);
    expect(await fields({ counsellor_id: 'x', counsellor_email: 'a@b.co' })).toEqual(['counsellor_email']);
    expect(
      (
        await fields({
          phone_number: '12',
          counsellor_email: 'nope',
          analyze: 'yes',
          metadata: { x: 'a'.repeat(9_000) },
          contact: { name: 7 },
          status: 'queued',
          surprise: 1,
        })
      ).sort(),
    ).toEqual([
      'analyze',
      'contact.name',
      'counsellor_email',
      'metadata',
      'phone_number',
      'status',
      'surprise',
    ]);
  });

  test('rejects in order for the counsellor, the list and the credits', async () => {
    const phone_number = number();
    const code = async (body: object, status: number) =>
      ((await calls.post({ phone_number, ...body }).expect(status)).body as Json)['error'];
    await service.app.get(DoNotCallList, { strict: false }).add(calls.account.id, phone_number, 'test');
    expect(await code({ counsellor_id: 'csl_nope' }, 404)).toMatchObject({ code: 'counsellor_not_found' });
    expect(await code({ counsellor_email: 'no@example.com' }, 404)).toMatchObject({
      code: 'counsellor_not_found',
    });
    const { members } = service.app.get(People, { strict: false });
    const login = { email: 'staff.h@example.com', name: 'S', mobileNumber: null };
    const staff = await members.addRole(calls.account.id, login, 'STAFF');
    expect(await code({ counsellor_id: staff.id }, 404)).toMatchObject({ code: 'counsellor_not_found' });
    const dumb = await calls.counsellor('1000', { mobile_number: null });
    expect(await code({ counsellor_id: dumb }, 409)).toMatchObject({
      code: 'counsellor_unavailable',
      details: { reason: expect.stringContaining('mobile number') },
    });
    const counsellor_id = await calls.counsellor();
    expect(await code({ counsellor_id }, 409)).toMatchObject({
      code: 'do_not_call',
      details: { since: expect.any(String) },
    });
    const poor = new HumanCallTests(service, await service.account({ credits: '0.9999' }));
    const theirs = await poor.counsellor();
    expect((await poor.post({ counsellor_id: theirs }).expect(402)).body.error).toMatchObject({
      code: 'insufficient_credits',
      details: { available: 0.9999, required: 1 },
    });
    await accounts().set(poor.account.id, { carrier: 'simulator-final-only' });
    await poor.call({ counsellor_id: theirs });
    await service.http(calls.account).delete(`/counsellors/${counsellor_id}`).expect(200);
    expect(await code({ counsellor_id }, 409)).toMatchObject({
      code: 'counsellor_unavailable',
      details: { reason: 'The counsellor is inactive.' },
    });
  });

  test('replays an Idempotency-Key as 200 with the current call', async () => {
    const counsellor_id = await calls.counsellor();
    const body = { counsellor_id, phone_number: number() };
    const send = (more: object = {}) => calls.post({ ...body, ...more }).set('Idempotency-Key', 'k');
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    await calls.final(answers[0].body.id as string);
    expect((await send().expect(200)).body).toMatchObject({ status: 'completed', idempotent_replay: true });
    expect((await send({ analyze: true }).expect(409)).body.error.code).toBe('idempotency_key_reused');
  });

  test('links the call to exactly one lead with the number', async () => {
    const { leads } = service.app.get(People, { strict: false });
    const counsellor_id = await calls.counsellor();
    const [one, two] = [number(), number()];
    const lead = (phoneNumber: string) =>
      leads.add(calls.account.id, { phoneNumber, name: null, externalId: null });
    const { id } = await lead(one);
    await Promise.all([lead(two), lead(two)]);
    const call = await calls.call({ counsellor_id, phone_number: one });
    expect(call['crm_lead_linked']).toBe(true);
    const row = await service.unitOfWork.row('SELECT lead_id FROM human_calls WHERE id = $1', [call['id']]);
    expect(row).toEqual({ lead_id: id });
    expect((await calls.call({ counsellor_id, phone_number: two }))['crm_lead_linked']).toBe(false);
  });
});

describe('dispositions and lists of human calls', () => {
  test('store a disposition in any state, and clear the note by null', async () => {
    const counsellor_id = await calls.counsellor();
    const { id } = await calls.call({ counsellor_id });
    const put = (body: object, status = 200) =>
      service.http(calls.account).put(`/human-calls/${id}/disposition`).send(body).expect(status);
    expect((await put({ label: 'Interested', note: 'Wants B.Tech' })).body.disposition).toEqual({
      label: 'Interested',
      note: 'Wants B.Tech',
      recorded_by: 'api',
      recorded_at: expect.any(String),
    });
    await calls.final(id);
    expect((await put({ label: 'Callback', note: null })).body.disposition).toMatchObject({
      label: 'Callback',
      note: null,
    });
    await put({ label: '' }, 400);
    await put({ label: 'a'.repeat(65), note: 'a'.repeat(2_001) }, 400);
    await service
      .http(calls.account)
      .put('/human-calls/hcall_x/disposition')
      .send({ label: 'x' })
      .expect(404);
  });

  test('page newest first, with combined filters', async () => {
    const [one, two] = [await calls.counsellor(), await calls.counsellor()];
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) {
      const counsellor_id = at % 2 === 0 ? one : two;
      const contact = { external_id: at < 2 ? 'first' : 'rest' };
      ids.unshift((await calls.call({ counsellor_id, contact }))['id']);
    }
    for (const id of ids) await calls.final(id);
    const list = async (query: string): Promise<Json> =>
      (await service.http(calls.account).get(`/human-calls?${query}`).expect(200)).body as Json;
    const page = await list('limit=2');
    expect(page['data'].map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(page['has_more']).toBe(true);
    const rest = await list(`limit=3&starting_after=${ids[1] ?? ''}`);
    expect(rest['data'].map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect((await list(`counsellor_id=${one}&status=completed`))['data']).toHaveLength(3);
    expect((await list('external_id=first'))['data']).toHaveLength(2);
    expect(
      (await list('ended_after=2020-01-01T00:00:00Z&created_before=2020-01-01T00:00:00Z'))['data'],
    ).toEqual([]);
    const number = (page['data'][0] as Json)['phone_number'] as string;
    expect((await list(`phone_number=${number.slice(1)}`))['data']).toHaveLength(1);
    await service.http(calls.account).get('/human-calls?starting_after=hcall_x').expect(400);
    const other = await service.account();
    await service
      .http(other)
      .get(`/human-calls/${ids[0] ?? ''}`)
      .expect(404);
    await service
      .http(other)
      .post(`/human-calls/${ids[0] ?? ''}/cancel`)
      .expect(404);
    const { body } = await calls.cancel(ids[0] ?? '').expect(409);
    expect(body.error).toMatchObject({
      code: 'human_call_not_cancelable',
      details: { status: 'completed' },
    });
  });
});
