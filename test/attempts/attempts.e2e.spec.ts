import { DoNotCallList } from '../../src/accounts';
import type { Schema } from '../harness/api';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { HumanCallTests } from '../harness/human-calls';

type Call = Schema<'Call'>;

const MINUTE_MS = 60_000;
const RETRY = { max_attempts: 3, on: ['no_answer', 'busy', 'failed', 'voicemail'], wait_minutes: [10, 20] };

let service: TestApp;
let account: TestAccount;
let calls: CallTests;

beforeAll(async () => {
  service = await TestApp.start();
});
beforeEach(async () => {
  account = await service.account({ recallGapSeconds: 0, lines: 20 });
  calls = new CallTests(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

const eventOf = async (id: string) => {
  const rows = await service.unitOfWork.rows<{ body: string }>(
    'SELECT body FROM webhook_events WHERE call_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  return (JSON.parse(rows[0]?.body ?? '') as { data: { call?: Call } & Call }).data;
};

const messages = async (id: string, type = 'retry') => {
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  return data.filter((entry) => entry.type === type).map(({ message }) => message);
};

async function ends(fields: object): Promise<Call> {
  const { id } = await calls.queue({ retry: RETRY, ...fields });
  return calls.final(id);
}

/** Ends of a first call that is alone. */
describe('the attempt after a first call', () => {
  test.each([
    ['0001', 'completed', 'reached'],
    ['0002', 'busy', null],
    ['0003', 'no_answer', null],
    ['0004', 'failed', 'not_retryable'],
    ['0005', 'completed', null],
    ['0007', 'completed', 'reached'],
    ['0013', 'completed', 'reached'],
  ])('follows the end of a number with %s: %s, stopped %s', async (ending, status, stopped) => {
    const phone_number = number(ending);
    const call = await ends({ phone_number });
    expect(call).toMatchObject({ status, retry: { attempt: 1, ...RETRY, first_call_id: call.id, stopped } });
    const next = call.retry?.next_call_id ?? null;
    expect(next === null).toBe(stopped !== null);
    expect((await eventOf(call.id)).retry ?? (await eventOf(call.id)).call?.retry).toMatchObject({
      next_call_id: next,
      stopped,
    });
    if (next === null) return;
    const at = new Date(Date.parse(call.ended_at ?? '') + 10 * MINUTE_MS).toISOString();
    expect(call.retry?.next_at).toBe(at);
    const waiting = await calls.read(next);
    expect(waiting).toMatchObject({
      status: 'queued',
      scheduled_for: at,
      phone_number,
      agent_id: call.agent_id,
      retry: { attempt: 2, ...RETRY, first_call_id: call.id, previous_call_id: call.id, next_call_id: null },
    });
    expect(waiting.retry).toMatchObject({ next_at: null, stopped: null });
    expect((await messages(call.id))[0]).toMatch(
      new RegExp(`^Attempt 2 of 3 was queued for \\d\\d:\\d\\d on \\d+ \\w+ \\(Asia/Kolkata\\): ${next}\\.$`),
    );
    expect(await messages(next)).toEqual([`Attempt 2 of 3, after ${call.id}.`]);
  });

  test.each([
    [['busy'], '0003'],
    [['no_answer'], '0005'],
    [['no_answer', 'busy'], '0004'],
  ])('follows only %j: %s is not retryable', async (on, ending) => {
    const call = await ends({ phone_number: number(ending), retry: { max_attempts: 2, on } });
    expect(call.retry).toMatchObject({ stopped: 'not_retryable', next_call_id: null });
    expect(await messages(call.id)).toEqual(['No further attempt: a call that ends so is not tried again.']);
  });

  test('is none without a policy, or with one attempt', async () => {
    const [plain, one] = [
      await ends({ phone_number: number('0003'), retry: null }),
      await ends({ retry: { max_attempts: 1 } }),
    ];
    expect(plain).not.toHaveProperty('retry');
    expect(one).not.toHaveProperty('retry');
  });
});

test('dials attempts up to the maximum', async () => {
  const first = await ends({
    phone_number: number('0003'),
    contact: { name: 'Rohan', external_id: 'lead-1' },
    metadata: { row: 1 },
  });
  await service.advance(10 * MINUTE_MS);
  const second = await calls.final(first.retry?.next_call_id ?? '');
  expect(second).toMatchObject({ contact: { name: 'Rohan', external_id: 'lead-1' }, metadata: { row: 1 } });
  await service.advance(20 * MINUTE_MS);
  const third = await calls.final(second.retry?.next_call_id ?? '');
  expect(third.retry).toMatchObject({
    attempt: 3,
    first_call_id: first.id,
    previous_call_id: second.id,
    next_call_id: null,
    stopped: 'max_attempts',
  });
  expect(await messages(third.id)).toContain('No further attempt: all 3 attempts were made.');
  const chain = await service.api(account).get(`/calls?first_call_id=${first.id}`);
  expect(chain.data.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  const latest = await service.api(account).get(`/calls?first_call_id=${first.id}&latest_attempt=true`);
  expect(latest.data.map(({ id }) => id)).toEqual([third.id]);
  for (const { id } of chain.data) await eventOf(id);
});

describe('a waiting attempt', () => {
  const waiting = async (fields: object = {}) => {
    const first = await ends({ phone_number: number('0003'), ...fields });
    return { first, id: first.retry?.next_call_id ?? '' };
  };

  test('conflicts with another call to the number, and can be canceled', async () => {
    const { first, id } = await waiting();
    const again = { agent_id: calls.agentId, phone_number: first.phone_number };
    const { body } = await service.http(account).post('/calls').send(again).expect(409);
    expect(body.error).toMatchObject({ code: 'call_already_queued', details: { call_id: id } });
    const canceled = await service.api(account).post(`/calls/${id}/cancel`);
    expect(canceled).toMatchObject({
      status: 'canceled',
      retry: { stopped: 'canceled', next_call_id: null },
    });
    expect(await messages(id)).toContain('No further attempt: the call or its batch was canceled.');
    await calls.queue(again);
  });

  test('fails when its number is listed, without another attempt', async () => {
    const { first, id } = await waiting();
    const list = service.app.get(DoNotCallList, { strict: false });
    await service.unitOfWork.run(() => list.add(account.id, first.phone_number, 'asked', null));
    await service.advance(10 * MINUTE_MS);
    expect(await calls.final(id)).toMatchObject({ status: 'failed', retry: { stopped: 'not_retryable' } });
  });

  test('is canceled with its agent', async () => {
    const { id } = await waiting();
    await service.api(account).patch(`/agents/${calls.agentId}`, { enabled: false });
    await service.advance(10 * MINUTE_MS);
    expect(await calls.final(id)).toMatchObject({ status: 'canceled', retry: { stopped: 'canceled' } });
  });

  test('expires by its own schedule', async () => {
    await service.unitOfWork.affected('UPDATE accounts SET queue_seconds = 3600, lines = 0 WHERE id = $1', [
      account.id,
    ]);
    const { id } = await calls.queue({ phone_number: number('0003'), retry: RETRY });
    await service.advance(61 * MINUTE_MS);
    expect(await calls.final(id)).toMatchObject({ status: 'expired', retry: { stopped: 'expired' } });
  });

  test('has its own time since it was queued', async () => {
    const { id } = await waiting({ retry: { max_attempts: 2, wait_minutes: [10_080] } });
    await service.advance(10_079 * MINUTE_MS);
    expect(await calls.read(id)).toMatchObject({ status: 'queued' });
    await service.advance(MINUTE_MS);
    expect((await calls.final(id)).status).toBe('no_answer');
  });

  test('is canceled once the contact has talked to a counsellor', async () => {
    const { first, id } = await waiting();
    const humans = new HumanCallTests(service, account);
    const counsellor_id = await humans.counsellor();
    // The number does not answer on this simulator, so the talk is that of one that does.
    await service.unitOfWork.affected('UPDATE calls SET phone_number = $2 WHERE id = $1', [
      id,
      '+919876599991',
    ]);
    const human = await humans.call({ counsellor_id, phone_number: '+919876599991' });
    await humans.reaches(human.id, 'completed');
    const call = await calls.final(id);
    expect(call).toMatchObject({
      status: 'canceled',
      status_reason: `The contact was reached in ${human.id}.`,
      retry: { stopped: 'reached' },
    });
    expect(await messages(id)).toContain('No further attempt: the contact was reached.');
    expect(first.retry?.next_call_id).toBe(id);
  });
});
