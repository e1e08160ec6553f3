import { Relay } from '../src/platform/events/relay';
import { eventually, TestApp, type TestAccount } from './harness/app';
import { makeAgent, number } from './harness/builders';

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const queue = async (): Promise<string> =>
  (
    await service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number('0002') })
      .expect(200)
  ).body.id as string;

const isBusy = (id: string) =>
  eventually(async () => {
    expect((await service.http(account).get(`/calls/${id}`)).body.status).toBe('busy');
  });

test('an event that no doorbell told of is carried on by the sweep', async () => {
  jest.spyOn(service.app.get(Relay, { strict: false }), 'drain').mockResolvedValueOnce(undefined);
  await isBusy(await queue());
});

test('jobs that are lost are found: the queue emptied while calls wait', async () => {
  const ids = await Promise.all([queue(), queue(), queue()]);
  const tables = await service.unitOfWork.rows<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename <> 'migration'`,
  );
  await service.unitOfWork.affected(
    `TRUNCATE ${tables.map(({ name }) => `bullmq.${name}`).join(', ')} CASCADE`,
  );
  for (const id of ids) await isBusy(id);
});

test('nothing stays behind: outbox, lines, reservations', async () => {
  await isBusy(await queue());
  await eventually(async () => {
    const row = await service.unitOfWork.row(
      `SELECT (SELECT count(*)::int FROM outbox) AS outbox, (SELECT count(*)::int FROM line_use) AS lines,
         (SELECT count(*)::int FROM credit_reservations) AS reservations`,
    );
    expect(row).toEqual({ outbox: 0, lines: 0, reservations: 0 });
  });
});
