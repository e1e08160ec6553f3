import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Queues } from '../../src/platform/queues/queues';
import { DELIVERY_QUEUE } from '../../src/webhooks/infrastructure/delivery.processor';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { temporaryFolder } from '../harness/temporary-folder';
import { HumanCallTests, type Json } from '../harness/human-calls';
import { answer } from '../harness/receiver';
import { WebhookTests } from '../harness/webhooks';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How many rows a statement counts. */
async function count(hooks: WebhookTests, sql: string): Promise<number> {
  const row = await hooks.service.unitOfWork.row<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${sql}`,
  );
  return row?.count ?? -1;
}

type Listener = Awaited<ReturnType<WebhookTests['listener']>>;

/** A call and a human call that are over and analysed. */
async function finishedCalls({ service }: WebhookTests, { account, http }: Listener) {
  const agent_id = await makeAgent(service, account);
  const { body } = await http.post('/calls').send({ agent_id, phone_number: number() }).expect(200);
  const callId = body.id as string;
  await eventually(async () => {
    expect((await http.get(`/calls/${callId}`).expect(200)).body.outcome).not.toBeNull();
  });
  const people = new HumanCallTests(service, account);
  const { id } = await people.call({ counsellor_id: await people.counsellor(), analyze: true });
  await people.final(id);
  return { callId, path: `/calls/${callId}`, humanPath: `/human-calls/${id}` };
}

/** A hold of the account that has ended, and one that goes on. */
async function addHolds({ service }: WebhookTests, accountId: string): Promise<void> {
  await service.unitOfWork.affected(
    `INSERT INTO account_holds (account_id, reason, since, until) VALUES
       ($1, 'no_free_line', $2::timestamptz - interval '1 hour', $2), ($1, 'no_free_line', $2, NULL)`,
    [accountId, service.clock.now()],
  );
}

async function expectAudio(link: string): Promise<void> {
  expect((await (await fetch(link)).arrayBuffer()).byteLength).toBeGreaterThan(44);
}

test('removes transcripts, timelines and deliveries, and preserves calls, outcomes and the ledger', async () => {
  const folder = temporaryFolder();
  const hooks = await WebhookTests.start({ RETENTION_DAYS: '30', DATA_DIR: folder.path });
  try {
    const listener = await hooks.listener();
    const { account, http } = listener;
    const { callId, path, humanPath } = await finishedCalls(hooks, listener);
    const read = async (at: string) => (await http.get(at).expect(200)).body as Json;
    await addHolds(hooks, account.id);
    const test = (await http.post('/webhook/test').expect(200)).body as Json;
    for (const at of [path, humanPath]) await expectAudio((await read(at))['recording_url'] as string);
    const files = () => readdirSync(join(folder.path, 'recordings')).filter((name) => name.endsWith('.wav'));
    await eventually(async () => {
      expect(await hooks.deliveries(account)).toHaveLength(3);
    });

    await hooks.service.advance(29 * DAY);
    const [kept, humanKept] = [await read(path), await read(humanPath)];
    expect(kept['outcome'].transcript).not.toEqual([]);
    expect(humanKept['analysis'].transcript).not.toEqual([]);
    expect(files()).toHaveLength(2);
    expect(await hooks.deliveries(account)).toHaveLength(3);
    const ended = `account_holds WHERE account_id = '${account.id}' AND until < now()`;
    expect(await count(hooks, ended)).toBe(1);

    await hooks.service.advance(2 * DAY);
    const forgotten = await read(path);
    expect(forgotten['outcome']).toEqual({ ...kept['outcome'], transcript: [] });
    expect(forgotten).not.toHaveProperty('recording_url');
    expect((await read(humanPath))['analysis']).toEqual({ ...humanKept['analysis'], transcript: [] });
    expect(await read(humanPath)).toMatchObject({ recording_url: null });
    expect(files()).toEqual([]);
    expect((await read(`${path}/timeline`))['data']).toEqual([]);
    expect(await hooks.deliveries(account)).toEqual([]);
    expect(await count(hooks, ended)).toBe(0);
    // The event's row stays; its body does not, so it cannot be sent again. A test leaves nothing.
    const { id: event } = await hooks.eventOf(callId);
    await http.post(`/webhook/deliveries/${event}/redeliver`).expect(404);
    expect(await count(hooks, `webhook_events WHERE body <> ''`)).toBe(0);
    expect(await count(hooks, `webhook_events WHERE id = '${test['event_id'] as string}'`)).toBe(0);
    expect((await read('/credits/transactions'))['data']).toHaveLength(4);
  } finally {
    await hooks.stop();
    folder.remove();
  }
});

test('preserves an event that waits for its endpoint, however old it is', async () => {
  const hooks = await WebhookTests.start({ RETENTION_DAYS: '1', WEBHOOK_RETRY_SCHEDULE: '72h' });
  try {
    const { account, receiver } = await hooks.listener(answer(500));
    const [callId = ''] = await hooks.announce(account);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'pending', attempts: 1 });
    });
    await hooks.service.advance(2 * DAY);
    receiver.behaviour = answer(200);
    await hooks.service.advance(DAY + HOUR);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'delivered', attempts: 2 });
    });
    expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
  } finally {
    await hooks.stop();
  }
});

/** The rows of each table of the queues, once no job is left. */
function idleQueues(hooks: WebhookTests) {
  return eventually(async () => {
    const tables = await hooks.service.unitOfWork.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename <> 'event' ORDER BY 1`,
    );
    const found = await Promise.all(
      tables.map(async ({ name }) => [name, await count(hooks, name)] as const),
    );
    expect(Object.fromEntries(found)).toMatchObject({ 'bullmq.job': 0 });
    return found;
  });
}

/** Twenty calls to their end, and what the queues have left of them. */
async function runCalls(hooks: WebhookTests, { http }: Listener, agent_id: string, name: string) {
  for (let at = 0; at < 20; at++) {
    await http
      .post('/calls')
      .set('Idempotency-Key', `${name}-${at}`)
      .send({ agent_id, phone_number: number(at % 2 ? '0001' : '0002') })
      .expect(200);
  }
  await eventually(async () => {
    expect(await count(hooks, 'calls WHERE finished_at IS NULL')).toBe(0);
  });
  // The whole retry schedule, as the sweeps see it, and a day more.
  await eventually(async () => {
    await hooks.service.advance(HOUR);
    expect(await count(hooks, `webhook_events WHERE state = 'pending'`)).toBe(0);
    expect(await count(hooks, 'outbox')).toBe(0);
  }, 30_000);
  await hooks.service.advance(DAY);
  expect(await count(hooks, 'idempotency_keys')).toBe(0);
  expect(await count(hooks, 'line_use')).toBe(0);
  expect(await count(hooks, 'credit_reservations')).toBe(0);
  return idleQueues(hooks);
}

test('bounds outbox, queues, pending events and idempotency keys without RETENTION_DAYS', async () => {
  const hooks = await WebhookTests.start();
  try {
    const { service } = hooks;
    const listener = await hooks.listener(answer(500));
    const agent_id = await makeAgent(service, listener.account);
    const first = await runCalls(hooks, listener, agent_id, '1');
    for (const name of ['2', '3']) expect(await runCalls(hooks, listener, agent_id, name)).toEqual(first);
    // BullMQ writes down each step of each job, and clears away now and then.
    const queues = service.app.get(Queues, { strict: false });
    for (let at = 0; at < 500; at++) await queues.remind(DELIVERY_QUEUE, { accountId: `acct_${at}` });
    await eventually(async () => {
      expect(await count(hooks, 'bullmq.job')).toBe(0);
    });
    const steps = await service.unitOfWork.row<{ last: number }>(
      'SELECT max(id)::int AS last FROM bullmq.event',
    );
    expect(steps?.last).toBeGreaterThan(2_000);
    expect(await count(hooks, `bullmq.event WHERE queue = '${DELIVERY_QUEUE}'`)).toBeLessThan(600);
    // An event that was given up is tried no more.
    const tried = await count(hooks, 'webhook_deliveries');
    for (let day = 0; day < 3; day++) await service.advance(DAY);
    expect(await count(hooks, 'webhook_deliveries')).toBe(tried);
  } finally {
    await hooks.stop();
  }
});
