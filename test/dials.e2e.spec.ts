import { CallProgress } from '../src/calls/application/call-progress';
import { CallWatch } from '../src/calls/application/call-watch';
import { HeldCalls } from '../src/calls/application/held-calls';
import { CallRepository } from '../src/calls/infrastructure/call.repository';
import { HumanCallWatch } from '../src/human-calls/application/human-call-watch';
import { Carriers } from '../src/telephony';
import { eventually, TestApp, type TestAccount } from './harness/app';
import { makeAgent, number } from './harness/builders';
import { HumanCallTests, type Json } from './harness/human-calls';

/** The simulated carrier refuses the first two dials of a call to this ending; the third is a talk. */
const REFUSED_TWICE = '0009';

/** Waits of seconds, with fewer looks than a key may make in a minute. */
const LONG = [20_000, 250] as const;

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: '20' });
});
beforeEach(async () => {
  account = await service.account();
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const read = async (id: string) => (await service.http(account).get(`/calls/${id}`).expect(200)).body as Json;

async function queue(phone_number: string): Promise<string> {
  const { body } = await service.http(account).post('/calls').send({ agent_id, phone_number }).expect(200);
  return (body as { id: string }).id;
}

test('what comes late of an earlier dial takes nothing from the dial that goes on', async () => {
  const id = await queue(number(REFUSED_TWICE));
  await eventually(
    async () => {
      expect((await read(id))['status']).toBe('in_progress');
    },
    ...LONG,
  );
  const held = service.app.get(HeldCalls, { strict: false });
  expect(held.get(id, 3)).toBeDefined();
  const progress = service.app.get(CallProgress, { strict: false });
  for (const attempt of [1, 2]) {
    const end = { cause: 'failed', by: 'carrier', talkMs: null } as const;
    await progress.take({ type: 'ended', reference: `${id}.${attempt}`, at: service.clock.now(), end });
  }
  expect(held.get(id, 3)).toBeDefined();
  await eventually(
    async () => {
      const call = await read(id);
      expect(call).toMatchObject({ status: 'completed', recording_url: expect.any(String) });
      expect((call['outcome'] as { transcript: unknown[] }).transcript).not.toEqual([]);
    },
    ...LONG,
  );
}, 60_000);

test('a refused call fails at once when another for its number came in the same moment', async () => {
  const calls = service.app.get(CallRepository, { strict: false });
  const look = calls.mayWaitAgain.bind(calls);
  const phone_number = number(REFUSED_TWICE);
  const second = new Promise<string>((resolve) => {
    jest.spyOn(calls, 'mayWaitAgain').mockImplementationOnce(async (call) => {
      const may = await look(call);
      resolve(await queue(phone_number));
      return may;
    });
  });
  const first = await queue(phone_number);
  await second;
  await eventually(async () => {
    expect(await read(first)).toMatchObject({
      status: 'failed',
      status_reason: expect.stringMatching(/^The carrier refused/),
    });
  });
  await eventually(
    async () => {
      expect((await read(await second))['status']).toBe('completed');
    },
    ...LONG,
  );
  const { body } = await service
    .http(account)
    .get(`/calls/${await second}/timeline`)
    .expect(200);
  const told = (body as { data: { type: string }[] }).data.map(({ type }) => type);
  expect(told.filter((type) => type === 'carrier_refused' || type === 'held').slice(0, 2)).toEqual([
    'carrier_refused',
    'held',
  ]);
}, 60_000);

test.each(['calls', 'human_calls'])(
  'a talk that was lost has the length of the network’s time (%s)',
  async (kind) => {
    const people = new HumanCallTests(service, account);
    const phone_number = number('0014');
    const id =
      kind === 'calls'
        ? await queue(phone_number)
        : ((await people.call({ counsellor_id: await people.counsellor(), phone_number })) as { id: string })
            .id;
    const path = kind === 'calls' ? '/calls' : '/human-calls';
    const state = async () => (await service.http(account).get(`${path}/${id}`).expect(200)).body as Json;
    await eventually(async () => {
      expect((await state())['status']).toBe('in_progress');
    });
    const carrier = service.app.get(Carriers, { strict: false }).find('simulator')!;
    jest.spyOn(carrier, 'lookUp').mockResolvedValue({ state: 'no_trace' });
    // The network runs twenty times as fast as life.
    const { unitOfWork } = service;
    await unitOfWork.affected(`UPDATE ${kind} SET answered_at = answered_at - interval '5 s' WHERE id = $1`, [
      id,
    ]);
    const watch = service.app.get<CallWatch | HumanCallWatch>(kind === 'calls' ? CallWatch : HumanCallWatch, {
      strict: false,
    });
    await eventually(async () => {
      // Its own worker may prolong the lease just then.
      await unitOfWork.affected(
        `UPDATE line_use SET lease_until = now() - interval '1 s' WHERE call_id = $1`,
        [id],
      );
      await watch.takeOverSilent();
      const { status, duration_seconds } = await state();
      expect(status).toBe('completed');
      expect(duration_seconds).toBeGreaterThanOrEqual(100);
    });
    jest.restoreAllMocks();
  },
);
