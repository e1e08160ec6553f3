import { Accounts } from '../../src/accounts';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { FINAL, HumanCallTests, type Json } from '../harness/human-calls';

/** Phones ring for 200 ms before they answer, 2.25 s without an answer; a talk to the limit lasts 3 minutes. */
const SPEED = 20;

let service: TestApp;
let calls: HumanCallTests;

beforeAll(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: String(SPEED) });
  await service.unitOfWork.affected(`CREATE TABLE courses (step serial, call_id text, status text)`);
  await service.unitOfWork.affected(`CREATE FUNCTION take_down() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO courses (call_id, status) VALUES (NEW.id, NEW.status); RETURN NULL; END $$`);
  await service.unitOfWork.affected(`CREATE TRIGGER take_down AFTER INSERT OR UPDATE ON human_calls
    FOR EACH ROW EXECUTE FUNCTION take_down()`);
});
afterAll(() => service.stop());
beforeEach(async () => {
  calls = new HumanCallTests(service, await service.account());
});

const set = (settings: Parameters<Accounts['set']>[1]) =>
  service.app.get(Accounts, { strict: false }).set(calls.account.id, settings);
const aiCall = async (agent_id: string, phone_number: string): Promise<Json> =>
  (await service.http(calls.account).post('/calls').send({ agent_id, phone_number }).expect(200))
    .body as Json;
const readAi = async (id: string): Promise<Json> =>
  (await service.http(calls.account).get(`/calls/${id}`).expect(200)).body as Json;

/** Every status of a call until it is final, as written to the database: the shortest lasts 200 ms. */
async function course(id: string): Promise<string[]> {
  await calls.reaches(id, ...FINAL);
  const rows = await service.unitOfWork.rows<{ status: string }>(
    'SELECT status FROM courses WHERE call_id = $1 ORDER BY step',
    [id],
  );
  const statuses = rows.map(({ status }) => status);
  return statuses.filter((status, at) => status !== statuses[at - 1]);
}

describe('states of a human call', () => {
  test('ring the counsellor first, then the contact, in realtime', async () => {
    const { id } = await calls.call({ counsellor_id: await calls.counsellor() });
    const seen = await course(id);
    expect(seen.filter((status) => status !== 'queued')).toEqual([
      'ringing_counsellor',
      'connecting',
      'in_progress',
      'completed',
    ]);
  });

  test.each(['simulator-final-only', 'simulator-delayed'])('skip to the end with %s', async (carrier) => {
    await set({ carrier });
    const { id } = await calls.call({ counsellor_id: await calls.counsellor() });
    expect((await course(id)).filter((status) => status !== 'queued')).toEqual([
      'ringing_counsellor',
      'completed',
    ]);
    const { ended_at } = await calls.read(id);
    const late = service.clock.nowMs() - Date.parse(ended_at as string);
    if (carrier === 'simulator-delayed') expect(late).toBeGreaterThanOrEqual(60_000 / SPEED);
    else expect(late).toBeLessThan(60_000 / SPEED);
  });
});

describe('cancel', () => {
  const STATES: [string, string, string][] = [
    ['ringing_counsellor', '0003', '1000'],
    ['connecting', '1000', '0003'],
  ];
  test.each(STATES)(
    'hangs up the phones and frees line and counsellor when %s',
    async (status, one, other) => {
      await set({ lines: 1 });
      const counsellor_id = await calls.counsellor(one);
      const { id } = await calls.call({ counsellor_id, phone_number: number(other), analyze: true });
      await calls.reaches(id, status);
      const { body } = await calls.cancel(id).expect(200);
      expect(body).toMatchObject({
        status: 'canceled',
        analysis: { status: 'skipped', reason: 'no_recording' },
        cost: { credits: 0, talk_seconds: 0 },
      });
      const next = await calls.call({ counsellor_id, phone_number: number('0003') });
      await calls.reaches(next['id'], 'ringing_counsellor', 'connecting');
      await calls.cancel(id).expect(409);
      expect(await calls.events(id)).toHaveLength(1);
      await calls.cancel(next['id']).expect(200);
      expect(await calls.credits()).toMatchObject({ balance: 1000, reserved: 0 });
    },
  );

  test('accepts queued calls, and rejects calls in progress', async () => {
    const counsellor_id = await calls.counsellor();
    const talking = await calls.call({ counsellor_id, phone_number: number('0014') });
    await calls.reaches(talking['id'], 'in_progress');
    const { body } = await calls.cancel(talking['id']).expect(409);
    expect(body.error.details).toEqual({ status: 'in_progress' });
    const waiting = await calls.call({ counsellor_id });
    expect((await calls.cancel(waiting['id']).expect(200)).body).toMatchObject({
      status: 'canceled',
      dialed_at: null,
    });
  });
});

describe('waiting human calls', () => {
  test('wait with that reason for a counsellor on a call, and are dialed when that call has ended', async () => {
    const counsellor_id = await calls.counsellor('0003');
    const first = await calls.call({ counsellor_id });
    await calls.reaches(first['id'], 'ringing_counsellor');
    const second = await calls.call({ counsellor_id });
    expect(second).toMatchObject({ status: 'queued', status_reason: 'The counsellor is on another call.' });
    await calls.reaches(first['id'], 'no_answer');
    await calls.reaches(second['id'], 'ringing_counsellor');
  });

  test('get the next free line before AI calls that came first', async () => {
    await set({ lines: 1 });
    const agent = await makeAgent(service, calls.account);
    const first = await calls.call({ counsellor_id: await calls.counsellor('0003') });
    await calls.reaches(first['id'], 'ringing_counsellor');
    const ai = await aiCall(agent, number('0002'));
    const second = await calls.call({ counsellor_id: await calls.counsellor('0003') });
    expect(second['status_reason']).toMatch(/free line/);
    expect(ai['status_reason']).toMatch(/free line/);
    await calls.cancel(first['id']);
    await calls.reaches(second['id'], 'ringing_counsellor');
    expect((await readAi(ai['id'] as string))['status']).toBe('queued');
    await calls.cancel(second['id']);
    await eventually(async () => {
      expect((await readAi(ai['id'] as string))['status']).toBe('busy');
    });
  });

  test('occupy no line while they wait for a counsellor', async () => {
    await set({ lines: 2 });
    const agent = await makeAgent(service, calls.account);
    const counsellor_id = await calls.counsellor();
    const first = await calls.call({ counsellor_id, phone_number: number('0014') });
    await calls.reaches(first['id'], 'in_progress');
    const second = await calls.call({ counsellor_id });
    const ai = await aiCall(agent, number('0002'));
    await eventually(async () => {
      expect((await readAi(ai['id'] as string))['status']).toBe('busy');
    });
    expect((await calls.read(second['id']))['status']).toBe('queued');
  });

  test('wait for another call to their number, of either kind', async () => {
    const agent = await makeAgent(service, calls.account);
    const phone_number = number('0003');
    const ai = await aiCall(agent, phone_number);
    await eventually(async () => {
      expect((await readAi(ai['id'] as string))['status']).toBe('dialing');
    });
    const human = await calls.call({ counsellor_id: await calls.counsellor(), phone_number });
    expect(human['status_reason']).toMatch(/Another call to this number/);
    // The gap after a call does not hold a human call.
    expect(await calls.reaches(human['id'], 'no_answer')).toMatchObject({
      no_answer_by: 'contact',
    });
    expect((await readAi(ai['id'] as string))['status']).toBe('no_answer');
  });

  test('count for gap and daily number unless the contact was never rung', async () => {
    const agent = await makeAgent(service, calls.account);
    const [rung, never] = [number('0002'), number('0002')];
    const one = await calls.call({ counsellor_id: await calls.counsellor(), phone_number: rung });
    const other = await calls.call({ counsellor_id: await calls.counsellor('0002'), phone_number: never });
    await calls.reaches(one['id'], 'busy');
    await calls.reaches(other['id'], 'busy');
    expect((await aiCall(agent, rung))['status_reason']).toMatch(/Too soon/);
    expect((await aiCall(agent, never))['status_reason']).toBeUndefined();
  });

  test('fail after 10 minutes of both waits together', async () => {
    const own = await TestApp.start();
    try {
      const waiting = new HumanCallTests(own, await own.account({ lines: 0 }));
      const { id } = await waiting.call({ counsellor_id: await waiting.counsellor(), analyze: true });
      await own.advance(9 * 60_000);
      expect((await waiting.read(id))['status']).toBe('queued');
      await own.advance(61_000);
      const failed = await waiting.reaches(id, 'failed');
      expect(failed).toMatchObject({ status_reason: expect.stringContaining('10 minutes'), dialed_at: null });
      expect(await waiting.events(id)).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });

  test('are canceled with their counsellor in the same transaction, which reports their number', async () => {
    await set({ lines: 0 });
    const counsellor_id = await calls.counsellor();
    const waiting = [await calls.call({ counsellor_id }), await calls.call({ counsellor_id, analyze: true })];
    const { body } = await service.http(calls.account).delete(`/counsellors/${counsellor_id}`).expect(200);
    expect(body.effects).toEqual({ human_calls_canceled: 2, invitation_revoked: false });
    for (const { id } of waiting)
      expect(await calls.read(id)).toMatchObject({
        status: 'canceled',
        ended_at: expect.any(String),
      });
    expect(await calls.events(waiting[1]?.['id'] as string)).toHaveLength(1);
  });
});
