import type { WorkerHost } from '@nestjs/bullmq';
import { Client } from 'pg';
import { CallDispatcher } from '../../src/calls/application/dispatch/call-dispatcher';
import { LegDrain } from '../../src/calling';
import { DispatchProcessor } from '../../src/calls/infrastructure/dispatch.processor';
import { HumanCallDispatcher } from '../../src/human-calls/application/dispatch/human-call-dispatcher';
import { HumanDispatchProcessor } from '../../src/human-calls/infrastructure/human-dispatch.processor';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

/** Until the service has received the stop signal. */
const draining = (service: TestApp) =>
  eventually(() => {
    expect(service.app.get(LegDrain, { strict: false }).draining).toBe(true);
    return Promise.resolve();
  });

test('a service that is stopped dials no more, and ends the talks that are left with a reason', async () => {
  const url = await createDatabase();
  const environment = { SIMULATOR_SPEED: '20', DRAIN_SECONDS: '0', SECRET_KEY: 'cd'.repeat(32) };
  const first = await TestApp.start(environment, url);
  const account = await first.account({ lines: 2 });
  const agent_id = await makeAgent(first, account);
  const queue = async () =>
    (
      await first
        .http(account)
        .post('/calls')
        .send({ agent_id, phone_number: number('0014') })
        .expect(200)
    ).body.id as string;
  const talking = [await queue(), await queue()];
  const waiting = await queue();
  await eventually(async () => {
    for (const id of talking) {
      const { body } = await first.http(account).get(`/calls/${id}`).expect(200);
      expect(body.status).toBe('in_progress');
    }
  });
  await first.stop();

  const second = await TestApp.start(
    {
      ...environment,
      ROLE: 'api',
      DATABASE_URL: url,
      SECRET_KEY: 'cd'.repeat(32),
      PUBLIC_URL: 'http://127.0.0.1:3000',
    },
    url,
  );
  try {
    for (const id of talking) {
      const { body } = await second.http(account).get(`/calls/${id}`).expect(200);
      expect(body).toMatchObject({
        status: 'completed',
        status_reason: expect.stringMatching(/ended by the service/),
      });
    }
    const { body } = await second.http(account).get(`/calls/${waiting}`).expect(200);
    expect(body.status).toBe('queued');
    const rows = await second.unitOfWork.rows('SELECT call_id FROM line_use');
    expect(rows).toEqual([]);
  } finally {
    await second.stop();
    await dropDatabase(url);
  }
});

test.each(['line', 'number'])(
  'what waited for the %s of a call that was hung up goes on in the next process',
  async (what) => {
    const url = await createDatabase();
    const environment = { SIMULATOR_SPEED: '20', DRAIN_SECONDS: '0', SECRET_KEY: 'cd'.repeat(32) };
    const first = await TestApp.start(environment, url);
    const account = await first.account({ lines: what === 'line' ? 1 : 2, recallGapSeconds: 0 });
    const agent_id = await makeAgent(first, account);
    const talkTo = number('0014');
    const queue = async (phone_number: string) => {
      const { body } = await first.http(account).post('/calls').send({ agent_id, phone_number }).expect(200);
      return (body as { id: string }).id;
    };
    const status = async (service: TestApp, id: string) =>
      (await service.http(account).get(`/calls/${id}`).expect(200)).body.status as string;
    const talking = await queue(talkTo);
    await eventually(async () => {
      expect(await status(first, talking)).toBe('in_progress');
    });
    const waiting = await queue(what === 'line' ? number('0002') : talkTo);
    await eventually(async () => {
      const held =
        what === 'line'
          ? `SELECT FROM account_lines WHERE held_until IS NOT NULL`
          : `SELECT FROM calls WHERE held_by = 'number_in_use'`;
      expect(await first.unitOfWork.rows(held)).toHaveLength(1);
    });
    await first.stop();
    const second = await TestApp.start(environment, url);
    try {
      await eventually(async () => {
        expect(await status(second, waiting)).not.toBe('queued');
      });
    } finally {
      await second.stop();
      await dropDatabase(url);
    }
  },
);

test('from the signal on nothing is dialed, whatever else is still being waited for', async () => {
  const url = await createDatabase();
  const environment = { SIMULATOR_SPEED: '20', DRAIN_SECONDS: '2', SECRET_KEY: 'cd'.repeat(32) };
  const service = await TestApp.start(environment, url);
  const account = await service.account({ lines: 3 });
  const agent_id = await makeAgent(service, account);
  const { body: counsellor } = await service
    .http(account)
    .post('/counsellors')
    .send({ name: 'Meera', email: 'meera@example.com', mobile_number: number('7001') })
    .expect(200);
  const { body: human } = await service
    .http(account)
    .post('/human-calls')
    .send({ counsellor_id: counsellor.id, phone_number: number('0014') })
    .expect(201);
  await eventually(async () => {
    const { body } = await service.http(account).get(`/human-calls/${human.id as string}`);
    expect(body.status).toBe('in_progress');
  });
  const calls = Array.from({ length: 200 }, () => ({ phone_number: number('0002') }));
  await service.http(account).post('/batches').send({ agent_id, calls }).expect(200);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const dials = async () =>
      (await client.query<{ dials: number }>(`SELECT count(*)::int AS dials FROM dials WHERE kind = 'ai'`))
        .rows[0]?.dials ?? 0;
    await eventually(async () => {
      expect(await dials()).toBeGreaterThan(4);
    });
    const begin = performance.now();
    const stopped = service.stop();
    await draining(service);
    // Reminders are for others now.
    const processors = [DispatchProcessor, HumanDispatchProcessor].map((type) =>
      service.app.get<WorkerHost>(type, { strict: false }),
    );
    expect(processors.map(({ worker }) => worker.isPaused())).toEqual([true, true]);
    // One that it has taken yet goes back to the queue.
    for (const type of [CallDispatcher, HumanCallDispatcher]) {
      const dispatcher = service.app.get<CallDispatcher | HumanCallDispatcher>(type, { strict: false });
      await expect(dispatcher.turn(account.id)).rejects.toThrow(/goes back to the queue/);
    }
    const ready = await fetch(`${service.origin}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'ending', database: 'ok' }]);
    // What was being decided at that moment is still decided: it has the lock of the account's line row.
    await client.query('SELECT FROM account_lines WHERE account_id = $1 FOR UPDATE', [account.id]);
    const before = await dials();
    await stopped;
    expect(await dials()).toBe(before);
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
])('nor by a turn that was waiting (%s call, for %s)', async (kind, table) => {
  const url = await createDatabase();
  const service = await TestApp.start(
    { DRAIN_SECONDS: '0', SECRET_KEY: 'cd'.repeat(32), PUBLIC_URL: 'http://127.0.0.1:3000' },
    url,
  );
  const account = await service.account();
  const agent_id = await makeAgent(service, account);
  const { body: counsellor } = await service
    .http(account)
    .post('/counsellors')
    .send({ name: 'Meera', email: 'meera@example.com', mobile_number: number('7001') })
    .expect(200);
  const client = new Client({ connectionString: url });
  await client.connect();
  let stopped: Promise<void> | null = null;
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table} WHERE account_id = $1 FOR UPDATE`, [account.id]);
    const path = kind === 'ai' ? '/calls' : '/human-calls';
    const who = kind === 'ai' ? { agent_id } : { counsellor_id: counsellor.id };
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
