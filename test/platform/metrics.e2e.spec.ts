import { setTimeout } from 'node:timers/promises';
import { Relay } from '../../src/platform/events/relay';
import { Sweeps } from '../../src/platform/sweeps';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeEach(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: '1' });
  account = await service.account({ lines: 1 });
  agent_id = await makeAgent(service, account);
});
afterEach(() => service.stop());

/** The figures as Prometheus reads them: name with labels → value. */
async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  const lines = text.split('\n').filter((line) => /^(aics|nodejs)_/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const queue = (fields: object = {}) =>
  service
    .http(account)
    .post('/calls')
    .send({ agent_id, phone_number: number('0001'), ...fields })
    .expect(200);

/** What making the account and its agent set going is over. */
const settled = () =>
  eventually(async () => {
    const row = await service.unitOfWork.row(
      'SELECT (SELECT count(*)::int FROM outbox) AS events, (SELECT count(*)::int FROM bullmq.job) AS jobs',
    );
    expect(row).toEqual({ events: 0, jobs: 0 });
  });

test('exports counters and histograms before their first event', async () => {
  const text = await (await fetch(`${service.origin}/metrics`)).text();
  for (const metric of [
    'voice_tests_total counter',
    'live_sockets_refused_total counter',
    'live_dropped_seconds_total counter',
    'speculations_total counter',
    'sip_responses_total counter',
    'sip_dropped_total counter',
    'inbound_refused_total counter',
    'callbacks_refused_total counter',
    'barge_ins_total counter',
    'speech_failures_total counter',
    'tool_invocations_total counter',
    'mcp_requests_total counter',
    'dials_total counter',
    'human_dials_total counter',
    'calls_finished_total counter',
    'webhook_attempts_total counter',
    'auth_refused_total counter',
    'line_mos histogram',
    'line_jitter_seconds histogram',
    'line_loss_ratio histogram',
  ])
    expect(text).toContain(`# TYPE aics_${metric}\n`);
  expect(text).toContain('\naics_barge_ins_total 0\n');
});

test('exports waiting calls, account holds, lines in use and responses of the carrier', async () => {
  await queue();
  await eventually(async () => {
    expect(await figures()).toMatchObject({ aics_lines_ai: 1, 'aics_dials_total{answer="accepted"}': 1 });
  });
  await queue();
  await queue({ scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString() });
  await queue({ test: true });
  const people = new HumanCallTests(service, account);
  await people.call({ counsellor_id: await people.counsellor() });
  await eventually(async () => {
    expect(await figures()).toMatchObject({
      aics_lines_ai: 1,
      aics_lines_human: 0,
      aics_lines_test: 1,
      aics_calls_due: 0,
      aics_calls_held: 2,
      aics_oldest_due_seconds: 0,
      aics_human_calls_waiting: 1,
    });
  });
});

test('counts test calls that wait for a test line as held', async () => {
  for (let lines = 0; lines < 12; lines += 1) await queue({ test: true });
  await eventually(async () => {
    expect(await figures()).toMatchObject({
      aics_lines_test: 10,
      aics_calls_due: 0,
      aics_calls_held: 2,
      aics_oldest_due_seconds: 0,
    });
  });
});

test('measures due calls from the end of their hold', async () => {
  await settled();
  // No sweep and no event starts work any more.
  await service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  await service.app.get(Relay, { strict: false }).beforeApplicationShutdown();
  const queued = (await queue({ scheduled_for: new Date(service.clock.nowMs() + 60_000).toISOString() }))
    .body as { id: string };
  service.clock.advance(180_000);
  let found = await figures();
  expect(found).toMatchObject({ aics_calls_due: 1, aics_calls_held: 0 });
  expect(found['aics_oldest_due_seconds']).toBeGreaterThanOrEqual(119);
  expect(found['aics_oldest_due_seconds']).toBeLessThan(150);
  const { unitOfWork } = service;
  await unitOfWork.affected(`UPDATE account_lines SET held_until = 'infinity' WHERE account_id = $1`, [
    account.id,
  ]);
  expect(await figures()).toMatchObject({
    aics_calls_due: 0,
    aics_calls_held: 1,
    aics_oldest_due_seconds: 0,
  });
  await unitOfWork.affected(`UPDATE account_lines SET held_until = NULL WHERE account_id = $1`, [account.id]);
  await unitOfWork.affected(
    `INSERT INTO account_holds (account_id, reason, since, until) VALUES ($1, 'no_free_line', $2, $3)`,
    [account.id, new Date(service.clock.nowMs() - 100_000), new Date(service.clock.nowMs() - 10_000)],
  );
  found = await figures();
  expect(found['aics_oldest_due_seconds']).toBeGreaterThanOrEqual(9);
  expect(found['aics_oldest_due_seconds']).toBeLessThan(40);
  await service.http(account).post(`/calls/${queued.id}/cancel`).expect(200);
  expect(await figures()).toMatchObject({
    aics_calls_due: 0,
    aics_oldest_due_seconds: 0,
    'aics_calls_finished_total{status="canceled"}': 1,
  });
});

test('exports the lag of the outbox, the pool and the event loop', async () => {
  await settled();
  await service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  expect(await figures()).toMatchObject({ aics_outbox_pending: 0, aics_outbox_oldest_seconds: 0 });
  await service.unitOfWork.affected(
    `INSERT INTO outbox (type, payload, created_at) VALUES ('unheard.of', '{}', now() - interval '90 seconds')`,
  );
  const found = await figures();
  expect(found['aics_outbox_pending']).toBe(1);
  expect(found['aics_outbox_oldest_seconds']).toBeGreaterThanOrEqual(90);
  expect(found['aics_outbox_oldest_seconds']).toBeLessThan(120);
  expect(found['aics_pool_connections']).toBeGreaterThanOrEqual(1);
  expect(found['aics_pool_connections']).toBeLessThanOrEqual(20);
  expect(found['aics_pool_idle']).toBeGreaterThanOrEqual(0);
  expect(found['aics_pool_waiting']).toBe(0);
  // Each look forgets what was before it. The histogram counts from one tick of 10 ms to the next.
  await setTimeout(50);
  const end = performance.now() + 200;
  while (performance.now() < end);
  await setTimeout(50);
  expect((await figures())['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThan(0.1);
});

test('exports the metrics of the process without the database', async () => {
  await service.unitOfWork.affected('ALTER TABLE line_use RENAME TO line_use_away');
  const found = await figures();
  expect(found['aics_lines_ai']).toBeNaN();
  expect(found['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThanOrEqual(0);
});
