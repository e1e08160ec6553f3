import { setTimeout as sleep } from 'node:timers/promises';
import { Operations } from '../../src/cli/operations';
import { audit } from '../../src/cli/audit/audit';
import { eventually, TestApp } from '../harness/app';
import { type Arrived, Arrivals, counted } from '../harness/arrivals';
import { makeAgent, number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';
import { type AnsweredNumber, answeredNumber, Callers, newNumber, opened } from '../harness/inbound';
import { ROUNDS } from '../harness/rounds';
import { compileThreads, TALKS } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
let arrivals: Arrivals;

beforeAll(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: '200' });
  arrivals = new Arrivals(service);
});
afterAll(() => service.stop());

const many = (count: number, called: AnsweredNumber): Promise<Arrived[]> =>
  Promise.all(Array.from({ length: count }, () => arrivals.arrive(called)));

const taken = (arrived: readonly Arrived[]) => arrived.filter(({ kind }) => kind === 'admitted');

async function rows(table: string, { id }: { readonly id: string }, where = 'true'): Promise<number> {
  return (await service.unitOfWork.rows(`SELECT FROM ${table} WHERE account_id = $1 AND ${where}`, [id]))
    .length;
}

/** Nothing is left of calls that are over. */
async function isClean(called: AnsweredNumber): Promise<void> {
  expect(await rows('line_use', called)).toBe(0);
  expect(await rows('credit_reservations', called)).toBe(0);
  expect(await rows('legs', called, 'ended_at IS NULL')).toBe(0);
}

async function endAll(called: AnsweredNumber, arrived: readonly Arrived[]): Promise<void> {
  for (const one of taken(arrived)) await arrivals.hungUp(one);
  await isClean(called);
}

test.each(ROUNDS)(
  'answers ten of thirty callers on ten lines, and refuses the others as busy (%i)',
  async () => {
    const called = await answeredNumber(service, { account: { lines: 10 }, trunk: { channels: '50' } });
    const arrived = await many(30, called);
    expect(counted(arrived)).toEqual({ taken: 10, no_line: 20 });
    expect([await rows('line_use', called), await rows('legs', called)]).toEqual([10, 10]);
    const busy = await service.unitOfWork.rows(
      `SELECT DISTINCT status_reason FROM calls WHERE account_id = $1 AND status = 'busy'`,
      [called.id],
    );
    expect(busy).toEqual([{ status_reason: 'All lines were in use.' }]);
    await endAll(called, arrived);
  },
);

test.each(ROUNDS)('shares the last channels of a trunk between two accounts (%i)', async () => {
  const one = await answeredNumber(service, { trunk: { channels: '3' } });
  const other = await service.account();
  const agentId = await makeAgent(service, other, { direction: 'inbound', language: 'english', ...TALKS });
  const phoneNumber = newNumber();
  const { telephony } = new Operations(service.app);
  await telephony.addNumber(other.id, phoneNumber, { trunkId: one.trunkId, agentId });
  const second = { ...other, agentId, phoneNumber, trunkId: one.trunkId };
  const [mine, theirs] = await Promise.all([many(4, one), many(4, second)]);
  expect(counted([...mine, ...theirs])).toEqual({ taken: 3, no_channel: 5 });
  await endAll(one, mine);
  await endAll(second, theirs);
});

test.each(ROUNDS)('reserves the last credits for one caller (%i)', async () => {
  // A minute costs 8.
  const called = await answeredNumber(service, { account: { lines: 10, credits: '12' } });
  const arrived = await many(5, called);
  expect(counted(arrived)).toEqual({ taken: 1, no_credits: 4 });
  await endAll(called, arrived);
});

describe('the last line', () => {
  test('goes to a caller before a waiting human call', async () => {
    const called = await answeredNumber(service, { account: { lines: 1 } });
    await service.unitOfWork.affected(`INSERT INTO line_waits VALUES ('hcall_waits', $1, true)`, [called.id]);
    const arrived = await many(1, called);
    expect(counted(arrived)).toEqual({ taken: 1 });
    await endAll(called, arrived);
    await service.unitOfWork.affected('DELETE FROM line_waits WHERE account_id = $1', [called.id]);
  });

  test.each(ROUNDS)('goes to one of callers, a human call and an AI call (%i)', async (round) => {
    const called = await answeredNumber(service, { account: { lines: 1 } });
    const humans = new HumanCallTests(service, called);
    const counsellor_id = await humans.counsellor();
    const api = service.api(called);
    const shift = (ms: number) => sleep(((round * 7) % 5) * ms);
    const [arrived, human, ai] = await Promise.all([
      shift(1).then(() => many(3, called)),
      shift(2).then(() => humans.call({ counsellor_id })),
      api.post('/calls', { agent_id: called.agentId, phone_number: number('0001') }),
    ]);
    expect(taken(arrived).length).toBeLessThanOrEqual(1);
    await endAllButLines(arrived);
    // The waiting call has the line after the caller.
    await humans.final(human.id);
    await eventually(async () => {
      expect(await service.api(called).get(`/calls/${ai.id}`)).toMatchObject({ status: 'completed' });
    });
    await isClean(called);
  });

  async function endAllButLines(arrived: readonly Arrived[]): Promise<void> {
    for (const one of taken(arrived)) await arrivals.hungUp(one);
  }
});

describe('a number in an inbound call', () => {
  test.each(ROUNDS)('delays dials to it, and to no other number (%i)', async () => {
    const called = await answeredNumber(service, { account: { lines: 10 } });
    const caller = number('0001');
    const [first, second] = await Promise.all([
      arrivals.arrive(called, caller),
      // A caller may call twice at once, from an exchange.
      arrivals.arrive(called, caller),
    ]);
    expect(counted([first, second])).toEqual({ taken: 2 });
    const api = service.api(called);
    const { id } = await api.post('/calls', { agent_id: called.agentId, phone_number: caller });
    const other = await api.post('/calls', { agent_id: called.agentId, phone_number: number('0001') });
    await eventually(async () => {
      expect(await api.get(`/calls/${other.id}`)).toMatchObject({ status: 'completed' });
    });
    expect(await api.get(`/calls/${id}`)).toMatchObject({
      status: 'queued',
      status_reason: 'Another call to this number is going on.',
    });
    await arrivals.hungUp(first);
    await arrivals.hungUp(second);
    await eventually(async () => {
      expect(await api.get(`/calls/${id}`)).toMatchObject({ status: 'completed' });
    });
  });

  test('may call while it is being called, without gap, limit or list', async () => {
    const called = await answeredNumber(service, {
      account: { recallGapSeconds: 3_600, dailyPerNumber: 1, dailyLimit: 1 },
    });
    const api = service.api(called);
    const caller = number('0001');
    await service.http(called).put(`/do-not-call/${caller}`).send({}).expect(200);
    const arrived = [await arrivals.arrive(called, caller), await arrivals.arrive(called, caller)];
    expect(counted(arrived)).toEqual({ taken: 2 });
    await endAll(called, arrived);
    await service.http(called).delete(`/do-not-call/${caller}`).expect(200);
    const { id } = await api.post('/calls', { agent_id: called.agentId, phone_number: caller });
    await eventually(async () => {
      expect(await api.get(`/calls/${id}`)).toMatchObject({ status: 'completed' });
    });
    expect(counted(await many(1, called))).toEqual({ taken: 1 });
  });
});

test('leaves nothing of callers who cancel at any moment', async () => {
  const called = await answeredNumber(service, {
    account: { lines: 50 },
    trunk: { channels: '50', inbound_per_second: '1000' },
  });
  await opened(service, called.trunkId);
  const callers = await Callers.open(service);
  const from: string[] = [];
  for (const round of ROUNDS) {
    const caller = callers.newCaller();
    from.push(caller);
    const placed = await callers.call(called.phoneNumber, caller);
    await sleep([0, 2, 5, 10, 20, 40, 60][round % 7]);
    placed.call.cancel();
    // On a busy machine the answer may be faster: then it is too late to cancel.
    void placed.answered.then(
      (session) => session.hangUp(),
      () => undefined,
    );
  }
  await eventually(async () => {
    const calls = await service.unitOfWork.rows<{ status: string; seconds: number | null }>(
      'SELECT status, duration_seconds AS seconds FROM calls WHERE account_id = $1',
      [called.id],
    );
    expect(calls).toHaveLength(from.length);
    for (const { status, seconds } of calls)
      expect([status, seconds]).toEqual(status === 'completed' ? ['completed', 0] : ['no_answer', null]);
  });
  await isClean(called);
  await callers.close();
});

test('passes the audit', async () => {
  const scope = { accountId: null, from: new Date(0), to: new Date('2100-01-01') };
  const { checks } = await audit(service.unitOfWork, scope, () => true);
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  const counts = new Map(checks.map(({ name, count }) => [name, count]));
  expect(counts.get('lines_never_exceeded')).toBeGreaterThan(10 * ROUNDS.length);
  expect(counts.get('channels_never_exceeded')).toBeGreaterThan(10 * ROUNDS.length);
});
