import { Accounts } from '../../src/accounts';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import type { Schema } from '../harness/api';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;
let account: TestAccount;
let agent_id: string;
let calls: CallTests;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 50 });
  agent_id = await makeAgent(service, account);
  calls = new CallTests(service, account, agent_id);
});
afterAll(() => service.stop());

const events = (callId: string) =>
  service.app
    .get(UnitOfWork, { strict: false })
    .rows<{ type: string; body: string }>('SELECT type, body FROM webhook_events WHERE call_id = $1', [
      callId,
    ]);

describe('POST /calls, rejections', () => {
  const refused = async (fields: object, as: TestAccount = account) =>
    (
      await service
        .http(as)
        .post('/calls')
        .send({ agent_id, phone_number: number(), ...fields })
    ).body.error as Schema<'Error'>['error'];

  test('rejects an unknown, a disabled, an inbound and a missing agent', async () => {
    expect(await refused({ agent_id: 'agent_nope' })).toMatchObject({
      code: 'agent_not_found',
      details: { agent_id: 'agent_nope' },
    });
    const off = await makeAgent(service, account, { name: 'Off', enabled: false });
    expect(await refused({ agent_id: off })).toMatchObject({
      code: 'agent_disabled',
      details: { agent_id: off },
    });
    const inbound = await makeAgent(service, account, { name: 'In', direction: 'inbound' });
    expect(await refused({ agent_id: inbound })).toMatchObject({
      code: 'agent_inbound_only',
      details: { agent_id: inbound },
    });
    const bare = await service.account();
    expect(await refused({ agent_id: undefined }, bare)).toMatchObject({ code: 'no_default_agent' });
  });

  test("rejects numbers outside the account's countries, those of test calls and rows included", async () => {
    const abroad = await service.account({ countries: ['AE'] });
    const [agent, phone_number] = [await makeAgent(service, abroad), number()];
    const problem = {
      field: 'phone_number',
      message: "must be a number of one of the account's countries: AE",
    };
    for (const test of [false, true]) {
      expect(await refused({ agent_id: agent, phone_number, test }, abroad)).toMatchObject({
        code: 'invalid_request',
        details: { errors: [problem] },
      });
    }
    const rows = [{ phone_number }, { phone_number: '+971501234567' }];
    const request = service.http(abroad).post('/batches').send({ agent_id: agent, calls: rows });
    const { body } = await request.expect(200);
    expect(body).toMatchObject({ total: 1, rejected: [{ index: 0, phone_number, errors: [problem] }] });
  });

  test('rejects a number on the do-not-call list, except for test calls', async () => {
    const phone_number = number('0008');
    await calls.final((await calls.queue({ phone_number }))['id']);
    expect(await refused({ phone_number })).toMatchObject({
      code: 'do_not_call',
      details: { since: expect.any(String) },
    });
    await calls.queue({ phone_number, test: true });
  });

  test('fails waiting calls of a number at once when it is listed, however late they are due', async () => {
    const [phone_number, other] = [number(), number()];
    const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
    const waiting = await calls.queue({ phone_number, scheduled_for });
    const tested = await calls.queue({ phone_number, scheduled_for, test: true });
    const kept = await calls.queue({ phone_number: other, scheduled_for });
    await service.http(account).put(`/do-not-call/${phone_number}`).expect(200);
    expect(await calls.final(waiting['id'])).toMatchObject({
      status: 'failed',
      status_reason: expect.stringContaining('do-not-call'),
    });
    expect(await events(waiting['id'])).toMatchObject([{ type: 'call.not_connected' }]);
    for (const { id } of [tested, kept]) expect(await calls.read(id)).toMatchObject({ status: 'queued' });
  });

  test.each([{}, { test: true }])(
    'fails a waiting call to a country closed meanwhile: %j',
    async (fields) => {
      const accounts = service.app.get(Accounts, { strict: false });
      const [closed, open] = ['+12025550123', number()];
      const scheduled_for = new Date(service.clock.nowMs() + 60_000).toISOString();
      const ids = [closed, open].map((phone_number) =>
        calls.queue({ phone_number, scheduled_for, ...fields }),
      );
      const [refused, kept] = (await Promise.all(ids)).map(({ id }) => id);
      await accounts.set(account.id, { countries: ['IN'] });
      await service.advance(60_000);
      expect(await calls.final(refused ?? '')).toMatchObject({
        status: 'failed',
        status_reason: "The number must be a number of one of the account's countries: IN.",
      });
      expect(await calls.final(kept ?? '')).toMatchObject({ status: 'completed' });
      await accounts.set(account.id, { countries: null });
    },
  );

  test('rejects an account without a minute’s credits, except for test calls', async () => {
    const poor = await service.account({ credits: '5.9999' });
    const agent = await makeAgent(service, poor);
    expect(await refused({ agent_id: agent }, poor)).toMatchObject({
      code: 'insufficient_credits',
      details: { available: 5.9999, required: 6 },
    });
    const test = await calls.queue({ agent_id: agent, test: true }, poor);
    expect(await calls.final(test['id'], poor)).toMatchObject({ status: 'completed', test: true });
    const { body } = await service.http(poor).get('/credits').expect(200);
    expect(body).toMatchObject({ balance: 5.9999, reserved: 0 });
  });

  test('returns 404 for another account’s call', async () => {
    const other = await service.account();
    const { id } = await calls.queue();
    await service.http(other).get(`/calls/${id}`).expect(404);
    await service.http(other).post(`/calls/${id}/cancel`).expect(404);
    await service.http(other).get(`/calls/${id}/timeline`).expect(404);
  });
});
