import { type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

type Json = Record<string, any>;

let service: TestApp;
let account: TestAccount;
let agent: string;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account({ lines: 0 });
  agent = await makeAgent(service, account);
});

const http = () => service.http(account);
const listed = async (path: string) => (await http().get(path).expect(200)).body.data as Json[];

describe('dry_run', () => {
  test('returns the call of a POST, and queues nothing', async () => {
    const phone_number = number();
    const body = { phone_number, variables: { date: 'today' } };
    const post = (more: object = {}) =>
      http()
        .post('/calls')
        .set('Idempotency-Key', 'one')
        .send({ ...body, ...more });
    const dry = (await post({ dry_run: true }).expect(200)).body as Json;
    expect(dry).toMatchObject({ object: 'call', status: 'queued', agent_id: agent, phone_number });
    expect((dry['warnings'] as Json[]).map(({ code }) => code as string)).toEqual([
      'reserved_variable',
      'missing_variable',
    ]);
    expect(await listed('/calls')).toEqual([]);
    await http().get(`/calls/${dry['id']}`).expect(404);
    const made = (await post().expect(200)).body as Json;
    expect(made).toMatchObject({ idempotent_replay: false, warnings: dry['warnings'] });
    const waiting = (await post({ dry_run: true }).expect(409)).body as Json;
    expect(waiting['error']).toMatchObject({
      code: 'call_already_queued',
      details: { call_id: made['id'] },
    });
  });

  test('is rejected as the call would be', async () => {
    const poor = await service.account({ credits: '1' });
    const agent_id = await makeAgent(service, poor);
    const body = { phone_number: number(), agent_id, dry_run: true };
    const refused = await service.http(poor).post('/calls').send(body).expect(402);
    expect(refused.body.error.code).toBe('insufficient_credits');
    const wrong = await http().post('/calls').send({ phone_number: '1', dry_run: 'yes' }).expect(400);
    expect((wrong.body.error.details.errors as Json[]).map(({ field }) => field as string).sort()).toEqual([
      'dry_run',
      'phone_number',
    ]);
  });

  test('returns the human call of a POST, and rings no phone', async () => {
    const email = `meera${number()}@example.com`;
    const person = { name: 'Meera', email, mobile_number: number('1000'), send_welcome_email: false };
    const { id } = (await http().post('/counsellors').send(person).expect(200)).body as Json;
    const body = { phone_number: number(), counsellor_email: email.toUpperCase(), dry_run: true };
    const dry = (await http().post('/human-calls').send(body).expect(200)).body as Json;
    expect(dry).toMatchObject({ object: 'human_call', status: 'queued', counsellor: { id } });
    expect(await listed('/human-calls')).toEqual([]);
    const unknown = { ...body, counsellor_email: 'nobody@example.com' };
    await http().post('/human-calls').send(unknown).expect(404);
  });

  test('returns the changed agent, and changes nothing', async () => {
    const phone_number = number();
    await http().post('/calls').send({ phone_number, agent_id: agent }).expect(200);
    const before = (await http().get(`/agents/${agent}`).expect(200)).body as Json;
    const patch = (body: object) =>
      http()
        .patch(`/agents/${agent}`)
        .send({ ...body, dry_run: true });
    const dry = (await patch({ name: ' Ravi ', pace: 1.2, enabled: false }).expect(200)).body as Json;
    expect(dry).toMatchObject({ id: agent, name: 'Ravi', pace: 1.2, waiting_calls_canceled: 1 });
    expect((await http().get(`/agents/${agent}`).expect(200)).body).toEqual(before);
    expect(await listed('/calls?status=queued')).toHaveLength(1);
    expect((await patch({ voice: 'nobody' }).expect(422)).body.error.code).toBe('invalid_voice');
    await makeAgent(service, account, { name: 'Other' });
    expect((await patch({ name: 'OTHER' }).expect(409)).body.error.code).toBe('agent_name_taken');
    const expected_updated_at = '2020-01-01T00:00:00Z';
    expect((await patch({ expected_updated_at }).expect(409)).body.error.code).toBe('version_conflict');
  });
});
