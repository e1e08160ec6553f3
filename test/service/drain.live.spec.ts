import type { WorkerHost } from '@nestjs/bullmq';
import { Client } from 'pg';
import { CallDispatcher } from '../../src/calls/application/dispatch/call-dispatcher';
import { LegDrain } from '../../src/calling';
import { DispatchProcessor } from '../../src/calls/infrastructure/dispatch.processor';
import { HumanCallDispatcher } from '../../src/human-calls/application/dispatch/human-call-dispatcher';
import { HumanDispatchProcessor } from '../../src/human-calls/infrastructure/human-dispatch.processor';
import { createDatabase, dropDatabase, eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';

/** Until the service has received the stop signal. */
const draining = (service: TestApp) =>
  eventually(() => {
    expect(service.app.get(LegDrain, { strict: false }).draining).toBe(true);
    return Promise.resolve();
  });

const SECRET_KEY = 'cd'.repeat(32);
const PUBLIC_URL = 'http://127.0.0.1:3000';
const ENVIRONMENT = { SIMULATOR_SPEED: '20', DRAIN_SECONDS: '0', SECRET_KEY };

/** An account with an agent. */
async function caller(service: TestApp, options: Parameters<TestApp['account']>[0] = {}) {
  const account = await service.account(options);
  return { account, agent_id: await makeAgent(service, account) };
}

type Caller = Awaited<ReturnType<typeof caller>>;

async function queue(service: TestApp, { account, agent_id }: Caller, phone_number: string): Promise<string> {
  return (await service.api(account).post('/calls', { agent_id, phone_number })).id;
}

async function statusOf(service: TestApp, account: TestAccount, id: string): Promise<string> {
  return (await service.api(account).get(`/calls/${id}`)).status;
}

/** Until the call is under way. */
const talks = (service: TestApp, account: TestAccount, id: string) =>
  eventually(async () => {
    expect(await statusOf(service, account, id)).toBe('in_progress');
  });

test('dials no more after the signal, and ends remaining talks with a reason', async () => {
  const url = await createDatabase();
  const first = await TestApp.start(ENVIRONMENT, url);
  const own = await caller(first, { lines: 2 });
  const { account } = own;
  const talking = [await queue(first, own, number('0014')), await queue(first, own, number('0014'))];
  const waiting = await queue(first, own, number('0014'));
  for (const id of talking) await talks(first, account, id);
  await first.stop();

  const second = await TestApp.start({ ...ENVIRONMENT, ROLE: 'api', DATABASE_URL: url, PUBLIC_URL }, url);
  try {
    for (const id of talking) {
      expect(await second.api(account).get(`/calls/${id}`)).toMatchObject({
        status: 'completed',
        status_reason: expect.stringMatching(/ended by the service/),
      });
    }
    expect(await statusOf(second, account, waiting)).toBe('queued');
    const rows = await second.unitOfWork.rows('SELECT call_id FROM line_use');
    expect(rows).toEqual([]);
  } finally {
    await second.stop();
    await dropDatabase(url);
  }
});

/** What shows that a call waits, by what it waits for. */
const HELD = {
  line: 'SELECT FROM account_lines WHERE held_until IS NOT NULL',
  number: `SELECT FROM calls WHERE held_by = 'number_in_use'`,
};

test.each(['line', 'number'] as const)(
  'continues what waited for the %s of an ended call in the next process',
  async (what) => {
    const url = await createDatabase();
    const first = await TestApp.start(ENVIRONMENT, url);
    const own = await caller(first, { lines: what === 'line' ? 1 : 2, recallGapSeconds: 0 });
    const talkTo = number('0014');
    await talks(first, own.account, await queue(first, own, talkTo));
    const waiting = await queue(first, own, what === 'line' ? number('0002') : talkTo);
    await eventually(async () => {
      expect(await first.unitOfWork.rows(HELD[what])).toHaveLength(1);
    });
    await first.stop();
    const second = await TestApp.start(ENVIRONMENT, url);
    try {
      await eventually(async () => {
        expect(await statusOf(second, own.account, waiting)).not.toBe('queued');
      });
    } finally {
      await second.stop();
      await dropDatabase(url);
    }
  },
);

async function dialsOfAgents(client: Client): Promise<number> {
  const sql = `SELECT count(*)::int AS dials FROM dials WHERE kind = 'ai'`;
  return (await client.query<{ dials: number }>(sql)).rows[0]?.dials ?? 0;
}

/** A human call in progress, and two hundred calls of an agent, some of them dialed. */
async function busy(service: TestApp, client: Client): Promise<TestAccount> {
  const { account, agent_id } = await caller(service, { lines: 3 });
  const humans = new HumanCallTests(service, account);
  const counsellor_id = await humans.counsellor('7001');
  const { id } = await humans.call({ counsellor_id, phone_number: number('0014') });
  await humans.reaches(id, 'in_progress');
  const calls = Array.from({ length: 200 }, () => ({ phone_number: number('0002') }));
  await service.http(account).post('/batches').send({ agent_id, calls }).expect(200);
  await eventually(async () => {
    expect(await dialsOfAgents(client)).toBeGreaterThan(4);
  });
  return account;
}

async function expectRemindersRefused(service: TestApp, accountId: string): Promise<void> {
  // Reminders are for others now.
  const processors = [DispatchProcessor, HumanDispatchProcessor].map((type) =>
    service.app.get<WorkerHost>(type, { strict: false }),
  );
  expect(processors.map(({ worker }) => worker.isPaused())).toEqual([true, true]);
  // One that it has taken yet goes back to the queue.
  for (const type of [CallDispatcher, HumanCallDispatcher]) {
    const dispatcher = service.app.get<CallDispatcher | HumanCallDispatcher>(type, { strict: false });
    await expect(dispatcher.turn(accountId)).rejects.toThrow(/goes back to the queue/);
  }
}

test('dials nothing after the signal, also while requests run', async () => {
  const url = await createDatabase();
  const service = await TestApp.start({ ...ENVIRONMENT, DRAIN_SECONDS: '2' }, url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const account = await busy(service, client);
    const begin = performance.now();
    const stopped = service.stop();
    await draining(service);
    await expectRemindersRefused(service, account.id);
    const ready = await fetch(`${service.origin}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'ending', database: 'ok' }]);
    // What was being decided at that moment is still decided: it has the lock of the account's line row.
    await client.query('SELECT FROM account_lines WHERE account_id = $1 FOR UPDATE', [account.id]);
    const before = await dialsOfAgents(client);
    await stopped;
    expect(await dialsOfAgents(client)).toBe(before);
    // One patience for all that goes on, and the last words of the carrier; not one after another.
    expect(performance.now() - begin).toBeLessThan(8_000);
  } finally {
    await client.end();
    await dropDatabase(url);
  }
});

test.each([
  ['ai', 'account_lines'],
  ['human', 'account_lines'],
  ['ai', 'credit_accounts'],
  ['human', 'credit_accounts'],
])('dials nothing by a waiting turn (%s call, for %s)', async (kind, table) => {
  const url = await createDatabase();
  const service = await TestApp.start({ DRAIN_SECONDS: '0', SECRET_KEY, PUBLIC_URL }, url);
  const { account, agent_id } = await caller(service);
  const counsellor_id = await new HumanCallTests(service, account).counsellor('7001');
  const client = new Client({ connectionString: url });
  await client.connect();
  let stopped: Promise<void> | null = null;
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table} WHERE account_id = $1 FOR UPDATE`, [account.id]);
    const path = kind === 'ai' ? '/calls' : '/human-calls';
    const who = kind === 'ai' ? { agent_id } : { counsellor_id };
    await service
      .http(account)
      .post(path)
      .send({ ...who, phone_number: number('0002') });
    await eventually(async () => {
      // A transaction sees the activity as it was when it looked first.
      await client.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(rows).not.toEqual([]);
    });
    stopped = service.stop();
    await draining(service);
    await client.query('COMMIT');
    await stopped;
    expect((await client.query('SELECT call_id FROM dials')).rows).toEqual([]);
  } finally {
    await client.end();
    await (stopped ?? service.stop());
    await dropDatabase(url);
  }
});
