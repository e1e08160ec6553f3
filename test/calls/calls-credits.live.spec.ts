import { Credits } from '../../src/credits';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

let service: TestApp;
let calls: CallTests;

beforeAll(async () => {
  // At full speed a carrier that is silent for a second loses a call: a machine with other work may be.
  service = await TestApp.start({ SIMULATOR_SPEED: '60' });
  const account = await service.account();
  calls = new CallTests(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

test('charges each started minute of 200 calls with credits for 10, never below zero, and dials the rest after a top-up', async () => {
  const poor = await service.account({ credits: '60', lines: 40 });
  const agent = await makeAgent(service, poor, { max_call_minutes: 1 });
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      service.http(poor).post('/calls').send({ agent_id: agent, phone_number: number() }),
    ),
  );
  const accepted = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status }) => status === 200 || status === 402)).toBe(true);
  const facts = () =>
    service.unitOfWork.row<Record<string, number>>(
      `SELECT balance::float8 AS balance, reserved::float8 AS reserved,
         (SELECT count(*)::integer FROM calls WHERE account_id = $1 AND status = 'completed') AS completed,
         (SELECT count(*)::integer FROM calls WHERE account_id = $1 AND status = 'queued') AS queued,
         (SELECT count(*)::integer FROM credit_transactions WHERE account_id = $1 AND amount = -6) AS charges,
         (SELECT min(balance_after)::float8 FROM credit_transactions WHERE account_id = $1) AS lowest
       FROM credit_accounts WHERE account_id = $1`,
      [poor.id],
    );
  await eventually(async () => {
    expect(await facts()).toEqual({
      balance: 0,
      reserved: 0,
      completed: 10,
      queued: accepted - 10,
      charges: 10,
      lowest: 0,
    });
  });
  // 300 requests a minute are one key's.
  const reader = service.http({ key: await service.key(poor.id) });
  const { body: waiting } = await reader.get('/calls?status=queued&limit=1').expect(200);
  expect(waiting.data[0].status_reason).toMatch(/credits/);
  expect(waiting.data[0].scheduled_for).toBeUndefined();
  await service.app.get(Credits, { strict: false }).topUp(poor.id, 10_000_0000n);
  await eventually(async () => {
    expect(await facts()).toMatchObject({ reserved: 0, completed: accepted, charges: accepted, lowest: 0 });
  }, 20_000);
});

test.each(['simulator', 'simulator-final-only', 'simulator-extension'])(
  'charges an AI call on any carrier (%s)',
  async (carrier) => {
    const other = await service.account({ carrier, credits: '100' });
    const agent = await makeAgent(service, other);
    const { id } = await calls.queue({ agent_id: agent }, other);
    const { duration_seconds = 0 } = await calls.final(id, other);
    const charged = 6 * Math.max(1, Math.ceil(duration_seconds / 60));
    const { body } = await service.http(other).get('/credits').expect(200);
    expect(body).toMatchObject({ balance: 100 - charged, reserved: 0 });
    const { data } = await service.api(other).get(`/calls/${id}/timeline`);
    expect(data.find(({ type }) => type === 'line_taken')?.message).toContain('credits are reserved');
  },
);

test('hangs up a talk whose reserve is used up', async () => {
  const poor = await service.account({ credits: '13' });
  const agent = await makeAgent(service, poor);
  const { id } = await calls.queue({ agent_id: agent, phone_number: number('0014') }, poor);
  expect(await calls.final(id, poor)).toMatchObject({
    duration_seconds: 120,
    status_reason: expect.any(String),
  });
  const { body } = await service.http(poor).get('/credits').expect(200);
  expect(body).toMatchObject({ balance: 1, reserved: 0, available: 1 });
});

test('dials a cheaper call behind calls that cannot be paid', async () => {
  const poor = await service.account({ credits: '20', lines: 1 });
  const dear = await makeAgent(service, poor, { name: 'Dear', tts_model: 'elevenlabs' });
  const cheap = await makeAgent(service, poor, { name: 'Cheap', tts_model: 'local' });
  const ids = await Promise.all(Array.from({ length: 30 }, () => calls.queue({ agent_id: dear }, poor)));
  // The first takes 12 of the 20: 8 are left, which pay no minute of the others.
  await calls.final(ids[0]!.id, poor).catch(() => undefined);
  const { id } = await calls.queue({ agent_id: cheap, phone_number: number('0002') }, poor);
  expect(await calls.final(id, poor)).toMatchObject({ status: 'busy' });
  const waiting = await service.api(poor).get('/calls?status=queued&limit=100');
  expect(waiting.data.length).toBeGreaterThan(20);
  for (const call of waiting.data) expect(call.status_reason).toMatch(/^Waiting for credits/);
});

describe('a call that waits for credits is dialed when a minute costs less', () => {
  const HOUR = 3_600_000;
  const setPrice = (accountId: string, google: string) =>
    service.app
      .get(Credits, { strict: false })
      .setRates(accountId, (rates) => ({ ...rates, ai_call: { ...rates.ai_call, google } }));

  /** A call that was queued when its account could pay for it, and cannot be paid for any more. */
  async function waiting() {
    const poor = await service.account({ credits: '8' });
    const agent = await makeAgent(service, poor, { tts_model: 'google' });
    const scheduled_for = new Date(service.clock.nowMs() + HOUR).toISOString();
    const { id } = await calls.queue({ agent_id: agent, phone_number: number('0002'), scheduled_for }, poor);
    await setPrice(poor.id, '9');
    await service.advance(HOUR);
    await eventually(async () => {
      const held = await service.unitOfWork.rows(
        `SELECT FROM account_holds WHERE account_id = $1 AND reason = 'insufficient_credits' AND until IS NULL`,
        [poor.id],
      );
      expect(held).toHaveLength(1);
    });
    return { poor, agent, id };
  }

  test('after the operator changed the rate', async () => {
    const { poor, id } = await waiting();
    await setPrice(poor.id, '8');
    expect(await calls.final(id, poor)).toMatchObject({ status: 'busy' });
  });

  test('after its agent got another voice', async () => {
    const { poor, agent, id } = await waiting();
    await service
      .http(poor)
      .patch(`/agents/${agent}`)
      .send({ tts_model: 'openai', voice: 'coral' })
      .expect(200);
    expect(await calls.final(id, poor)).toMatchObject({ status: 'busy' });
  });
});
