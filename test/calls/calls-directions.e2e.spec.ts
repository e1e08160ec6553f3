import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;
let account: TestAccount;
let calls: CallTests;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 0 });
  calls = new CallTests(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

const listed = async (query: string) =>
  (await service.api(account).get(`/calls?${query}`)).data.map(({ id }) => id);

/** As an answered inbound call is stored, and one of a process without directions. */
async function becomes(id: string, changes: string, ...values: unknown[]): Promise<string> {
  await service.unitOfWork.affected(`UPDATE calls SET ${changes} WHERE id = $1`, [id, ...values]);
  return id;
}

describe('calls of both directions', () => {
  let [outbound, old, inbound, anonymous]: string[] = [];
  const caller = number();

  beforeAll(async () => {
    const talks = `direction = 'inbound', status = 'in_progress', account_number = '+912248001000'`;
    outbound = (await calls.queue()).id;
    old = await becomes((await calls.queue()).id, 'direction = NULL');
    inbound = await becomes((await calls.queue()).id, `${talks}, phone_number = $2`, caller);
    anonymous = await becomes((await calls.queue()).id, `${talks}, phone_number = 'anonymous'`);
  });

  test('return their direction, outbound by default', async () => {
    expect(await calls.read(outbound!)).toMatchObject({ direction: 'outbound' });
    expect(await calls.read(old!)).toMatchObject({ direction: 'outbound' });
    expect(await calls.read(anonymous!)).toMatchObject({
      direction: 'inbound',
      phone_number: 'anonymous',
      account_number: '+912248001000',
    });
  });

  test('are filtered by direction, with other filters', async () => {
    expect(await listed('direction=outbound')).toEqual([old, outbound]);
    expect(await listed('direction=inbound')).toEqual([anonymous, inbound]);
    expect(await listed('direction=inbound&limit=1')).toEqual([anonymous]);
    expect(await listed(`direction=inbound&limit=1&starting_after=${anonymous!}`)).toEqual([inbound]);
    expect(await listed(`direction=inbound&phone_number=${caller.slice(1)}`)).toEqual([inbound]);
    expect(await listed(`direction=outbound&phone_number=${caller.slice(1)}`)).toEqual([]);
    expect(await listed('phone_number=anonymous')).toEqual([anonymous]);
    const { body } = await service.http(account).get('/calls?direction=both').expect(400);
    expect(body).toMatchObject({ error: { details: { errors: [{ field: 'query.direction' }] } } });
  });

  test('are canceled while they are queued, so never inbound', async () => {
    const { body } = await service.http(account).post(`/calls/${inbound!}/cancel`).expect(409);
    expect(body).toMatchObject({
      error: { code: 'call_not_cancelable', details: { status: 'in_progress' } },
    });
  });
});

test('rejects the fields of real calls as read-only, in a call and in a row', async () => {
  const added = {
    direction: 'inbound',
    account_number: '+912248001000',
    answered_by: 'human',
    ended_by: 'agent',
  };
  const { body } = await service
    .http(account)
    .post('/calls')
    .send({ phone_number: number(), ...added })
    .expect(400);
  const errors = Object.keys(added).map((field) => ({ field, message: 'is read-only' }));
  expect(body.error.details.errors).toEqual(expect.arrayContaining(errors));
  const batch = await service
    .http(account)
    .post('/batches')
    .send({ dry_run: true, calls: [{ phone_number: number(), direction: 'inbound' }] })
    .expect(200);
  expect(batch.body.rejected).toMatchObject([{ errors: [{ field: 'direction' }] }]);
});
