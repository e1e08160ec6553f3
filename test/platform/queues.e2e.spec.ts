import { setTimeout } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Accounts } from '../../src/accounts';
import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { CallDispatcher } from '../../src/calls/application/dispatch/call-dispatcher';
import { CarrierEventRouter } from '../../src/carriers';
import { PolicyChanges } from '../../src/calls/application/dispatch/policy-changes';
import { DISPATCH_QUEUE } from '../../src/calls/infrastructure/dispatch.processor';
import { POLICY_QUEUE } from '../../src/calls/infrastructure/policy-change.processor';
import { Relay } from '../../src/platform/events/relay';
import { openQueueBackend } from '../../src/platform/queues/queue-backend';
import { Queues } from '../../src/platform/queues/queues';
import { WORKER_OPTIONS } from '../../src/platform/queues/worker-options';
import { createDatabase, dropDatabase, eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  agent_id = await makeAgent(service, account);
});
afterEach(() => {
  jest.restoreAllMocks();
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

test('handles an event whose notification was lost by the sweep', async () => {
  jest.spyOn(service.app.get(Relay, { strict: false }), 'drain').mockResolvedValueOnce(undefined);
  await isBusy(await queue());
});

test('finds waiting calls whose jobs were lost', async () => {
  const ids = await Promise.all([queue(), queue(), queue()]);
  const tables = await service.unitOfWork.rows<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename <> 'migration'`,
  );
  const truncate = `TRUNCATE ${tables.map(({ name }) => `bullmq.${name}`).join(', ')} CASCADE`;
  // In a transaction, which a deadlock with the workers at their jobs lets be tried again.
  await service.unitOfWork.run(() => service.unitOfWork.affected(truncate));
  for (const id of ids) await isBusy(id);
});

test('applies a changed policy whose reminder is lost within 30 s, in steps', async () => {
  const held = await service.account({ lines: 100, recallGapSeconds: 3_600 });
  const calls = new CallTests(service, held, await makeAgent(service, held));
  const phone_number = number('0002');
  await calls.final((await calls.queue({ phone_number }))['id']);
  const { id } = await calls.queue({ phone_number });
  await eventually(async () => {
    expect(await service.unitOfWork.row('SELECT held_by FROM calls WHERE id = $1', [id])).toEqual({
      held_by: 'rule',
    });
  });
  // Calls with a schedule stand before it in the queue: more of them than one step looks at.
  await service.unitOfWork.affected(
    `INSERT INTO calls SELECT (json_populate_record(c, json_build_object('id', c.id || n, 'held_by', NULL,
       'phone_number', c.phone_number || n, 'due_at', c.due_at - interval '1 minute', 'queued_from', c.due_at))).*
     FROM calls c CROSS JOIN generate_series(1, 2500) AS n WHERE c.id = $1`,
    [id],
  );
  const lost = jest
    .spyOn(service.app.get(PolicyChanges, { strict: false }), 'apply')
    .mockRejectedValue(new Error('PostgreSQL is away'));
  await service.app.get(Accounts, { strict: false }).set(held.id, { recallGapSeconds: 0 });
  await eventually(async () => {
    expect(lost).toHaveBeenCalledTimes(3);
    expect(await service.app.get(Queues, { strict: false }).waiting(POLICY_QUEUE)).toBe(0);
  });
  lost.mockRestore();
  expect(await calls.read(id)).toMatchObject({ status: 'queued' });
  await service.advance(20_000);
  expect(await calls.final(id)).toMatchObject({ status: 'busy' });
  // What is applied is not applied again.
  await eventually(async () => {
    expect(await service.app.get(PolicyChanges, { strict: false }).overdue()).toEqual([]);
  });
});

test('retries a failed wake-up at once, not at the end of the account hold', async () => {
  const held = await service.account({ lines: 1 });
  const mine = await makeAgent(service, held);
  const call = async (phone_number: string): Promise<string> => {
    const { body } = await service
      .http(held)
      .post('/calls')
      .send({ agent_id: mine, phone_number })
      .expect(200);
    return (body as { id: string }).id;
  };
  const state = async (id: string) =>
    (await service.http(held).get(`/calls/${id}`).expect(200)).body.status as string;
  const progress = service.app.get(CarrierEventRouter, { strict: false });
  // The carrier sends no further status of the first call.
  const first = await call(number('0015'));
  await eventually(async () => {
    expect(await state(first)).toBe('dialing');
  });
  const second = await call(number('0002'));
  await eventually(async () => {
    const rows = await service.unitOfWork.rows(
      'SELECT FROM account_lines WHERE account_id = $1 AND held_until IS NOT NULL',
      [held.id],
    );
    expect(rows).toHaveLength(1);
  });
  const dispatcher = service.app.get(CallDispatcher, { strict: false });
  const turn = dispatcher.turn.bind(dispatcher);
  let failed = 0;
  jest.spyOn(dispatcher, 'turn').mockImplementation(async (accountId) => {
    if (accountId === held.id && failed++ === 0) throw new Error('the database was away');
    return turn(accountId);
  });
  const end = { cause: 'failed', by: 'carrier', talkMs: null } as const;
  await progress.accept('simulator', {
    type: 'ended',
    reference: `${first}.1`,
    at: service.clock.now(),
    end,
  });
  await eventually(async () => {
    expect(await state(second)).toBe('busy');
  });
  expect(failed).toBeGreaterThan(1);
});

test('leaves nothing behind: outbox, lines, reservations', async () => {
  await isBusy(await queue());
  await eventually(async () => {
    const row = await service.unitOfWork.row(
      `SELECT (SELECT count(*)::int FROM outbox) AS outbox, (SELECT count(*)::int FROM line_use) AS lines,
         (SELECT count(*)::int FROM credit_reservations) AS reservations`,
    );
    expect(row).toEqual({ outbox: 0, lines: 0, reservations: 0 });
  });
});

test('delays an account by seconds after a worker was killed', async () => {
  const url = await createDatabase();
  const shared = { DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32), PUBLIC_URL: 'http://127.0.0.1:3000' };
  const api = await TestApp.start({ ...shared, ROLE: 'api' }, url);
  const other = await api.account();
  const agent = await makeAgent(api, other);
  // As a kill -9 in the middle of a turn leaves it: claimed, and never finished.
  const backend = await openQueueBackend(url, null);
  const queues = new Queues();
  const queue = new Queue(DISPATCH_QUEUE, { connection: backend.connection });
  queues.register(queue);
  await queues.remind(DISPATCH_QUEUE, { accountId: other.id });
  const killed = new Worker(DISPATCH_QUEUE, null, { connection: backend.connection, ...WORKER_OPTIONS });
  expect((await killed.getNextJob('killed')).data).toEqual({ accountId: other.id });
  const worker = await TestApp.start({ ...shared, ROLE: 'worker' }, url);
  try {
    const { body } = await api
      .http(other)
      .post('/calls')
      .send({ agent_id: agent, phone_number: number('0002') })
      .expect(200);
    await eventually(async () => {
      expect((await api.http(other).get(`/calls/${body.id as string}`)).body.status).toBe('busy');
    }, 16_000);
  } finally {
    await killed.close(true);
    await queue.close();
    await worker.stop();
    await api.stop();
    await backend.close();
    await dropDatabase(url);
  }
});

test('survives a queue connection that breaks during its use', async () => {
  const backend = await openQueueBackend(service.databaseUrl, null);
  if (!('totalCount' in backend.connection)) throw new Error('the queues are not on PostgreSQL');
  const client = await backend.connection.connect();
  // Jest would not survive an 'error' without a listener, as the service would not.
  const broken = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await service.unitOfWork.rows('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await broken;
  client.release(true);
  expect((await backend.connection.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await backend.close();
});

test('stops without waiting for jobs that notify a closed queue', async () => {
  const other = await TestApp.start();
  const { id } = await other.account();
  for (const lines of [2, 3, 4]) await new Operations(other.app).setAccount(id, changes({ lines }));
  const stopped = other.stop();
  // A worker that does not close is given up after 20 seconds or more.
  expect(
    await Promise.race([stopped.then(() => 'stopped'), setTimeout(10_000, 'hanging', { ref: false })]),
  ).toBe('stopped');
});
