import { createDatabase, dropDatabase, eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

/** Two api processes and two workers on one database, as an operator scales; here they share a process of the tests. */
let url: string;
let apis: TestApp[];
let workers: TestApp[];
let account: TestAccount;

beforeAll(async () => {
  url = await createDatabase();
  const shared = { DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32), PUBLIC_URL: 'http://127.0.0.1:3000' };
  apis = [
    await TestApp.start({ ...shared, ROLE: 'api' }, url),
    await TestApp.start({ ...shared, ROLE: 'api' }, url),
  ];
  workers = [
    await TestApp.start({ ...shared, ROLE: 'worker' }, url),
    await TestApp.start({ ...shared, ROLE: 'worker' }, url),
  ];
  account = await apis[0]!.account({ lines: 5 });
});

afterAll(async () => {
  for (const service of [...apis, ...workers]) await service.stop();
  await dropDatabase(url);
});

test('dials each call of another process once', async () => {
  const agent_id = await makeAgent(apis[0]!, account);
  const ids = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const { body } = await apis[at % 2]!.http(account)
        .post('/calls')
        .send({ agent_id, phone_number: number('0002') })
        .expect(200);
      return body.id as string;
    }),
  );
  await eventually(async () => {
    const { body } = await apis[1]!.http(account).get('/calls?status=busy&limit=100').expect(200);
    expect((body.data as { id: string }[]).map(({ id }) => id).sort()).toEqual([...ids].sort());
  }, 60_000);
  for (const id of ids.slice(0, 5)) {
    const { body } = await apis[0]!.http(account).get(`/calls/${id}/timeline`).expect(200);
    expect((body.data as { type: string }[]).filter(({ type }) => type === 'carrier_asked')).toHaveLength(1);
  }
});

test('limits the rate of all processes together', async () => {
  const key = await apis[0]!.key(account.id);
  const statuses = await Promise.all(
    Array.from({ length: 320 }, async (_, at) => (await apis[at % 2]!.http({ key }).get('/credits')).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('serves health and metrics alone in a worker', async () => {
  const { origin } = workers[0]!;
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  expect((await fetch(`${origin}/metrics`)).status).toBe(200);
  expect((await fetch(`${origin}/v1/calls`, { headers: { 'X-API-Key': account.key } })).status).toBe(404);
  expect((await fetch(`${origin}/docs`)).status).toBe(404);
});

test('ends a talk of a dead worker after its lease: completed with a reason, Incomplete, charged', async () => {
  const [first] = workers;
  const agent_id = await makeAgent(apis[0]!, account, { name: 'Orphan' });
  const { body } = await apis[0]!
    .http(account)
    .post('/calls')
    .send({ agent_id, phone_number: number('0003') })
    .expect(200);
  const id = body.id as string;
  await eventually(async () => {
    const { body: read } = await apis[0]!.http(account).get(`/calls/${id}`).expect(200);
    expect(read.status).toBe('no_answer');
  });
  // As a kill -9 in a talk leaves it: in progress, its line taken by a worker that is silent. The clocks of processes are
  // some milliseconds apart.
  await first!.unitOfWork.rows(
    `UPDATE calls SET status = 'in_progress', attempt = 2, ended_at = NULL, finished_at = NULL, status_reason = NULL,
       answered_at = now() - interval '31 seconds', end_cause = NULL WHERE id = $1`,
    [id],
  );
  await first!.unitOfWork.rows('DELETE FROM webhook_events WHERE call_id = $1', [id]);
  await first!.unitOfWork.rows(
    `INSERT INTO line_use (call_id, account_id, kind, phone_number, test, worker, lease_until)
     VALUES ($1, $2, 'ai', $3, false, 'worker_dead', now() - interval '1 second')`,
    [id, account.id, body.phone_number],
  );
  await eventually(async () => {
    const { body: read } = await apis[0]!.http(account).get(`/calls/${id}`).expect(200);
    expect(read).toMatchObject({ status: 'completed', outcome: { disposition: 'Incomplete' } });
    expect(read.status_reason).toMatch(/cut off/);
    expect(read.duration_seconds).toBeGreaterThanOrEqual(30);
  });
});
