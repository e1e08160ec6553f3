import { CallOfTalk } from '../../src/tools';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

const DAY_MS = 86_400_000;

let service: TestApp;
let account: TestAccount;
let callId: string;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  const agent_id = await makeAgent(service, account);
  const call = await http()
    .post('/calls')
    .send({ agent_id, phone_number: number('0003') });
  callId = (call.body as { id: string }).id;
  await http().post(`/calls/${callId}/cancel`).send({});
});

const http = () => service.http(account);
const queue = (replaces: string | null, days = 1) =>
  service.app.get(CallOfTalk, { strict: false }).calls.queueCallback(account.id, callId, {
    at: new Date(service.clock.nowMs() + days * DAY_MS),
    replaces,
  });
const statusOf = async (id: string) => ((await http().get(`/calls/${id}`)).body as { status: string }).status;

describe('schedule_callback', () => {
  it('replaces the previous callback', async () => {
    const first = (await queue(null)) as { callId: string };
    const second = (await queue(first.callId, 2)) as { callId: string };
    expect([await statusOf(first.callId), await statusOf(second.callId)]).toEqual(['canceled', 'queued']);
  });

  it('leaves the previous callback when it is rejected', async () => {
    const first = (await queue(null)) as { callId: string };
    await service.unitOfWork.affected('UPDATE credit_accounts SET balance = 0 WHERE account_id = $1', [
      account.id,
    ]);
    expect(await queue(first.callId, 2)).toMatchObject({ code: 'insufficient_credits' });
    expect(await statusOf(first.callId)).toBe('queued');
  });

  it('rejects a country that POST /calls would reject, with the reason', async () => {
    await service.unitOfWork.affected(`UPDATE accounts SET countries = '["US"]' WHERE id = $1`, [account.id]);
    expect(await queue(null)).toEqual({
      code: 'invalid_request',
      message: "phone_number must be a number of one of the account's countries: US.",
    });
  });

  it('takes 300 ms of the talk in a test call, as its timeline says', async () => {
    const agent_id = await makeAgent(service, account, {
      name: 'Nia',
      built_in_tools: ['schedule_callback'],
    });
    const { body } = await http()
      .post('/calls')
      .send({ agent_id, phone_number: number('0006'), test: true })
      .expect(200);
    await eventually(async () => expect(await statusOf(body.id)).toBe('completed'));
    const [use] = (await http().get(`/calls/${body.id}/tools`)).body.data;
    expect(use).toMatchObject({ status: 'succeeded', simulated: true });
    expect(use.end_ms - use.start_ms).toBe(300);
    const { data } = (await http().get(`/calls/${body.id}/timeline`)).body;
    expect(data).toContainEqual(
      expect.objectContaining({ message: 'schedule_callback answered in 300 ms.' }),
    );
  });
});
