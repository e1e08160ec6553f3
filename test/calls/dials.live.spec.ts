import { AsyncResource } from 'node:async_hooks';
import { DoNotCallList } from '../../src/accounts';
import { CallRepository } from '../../src/calls/infrastructure/call.repository';
import { LegMonitor, ActiveLegs } from '../../src/calling';
import { CarrierEventRouter, Carriers } from '../../src/carriers';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';

/** The simulated carrier refuses the first two dials of a call to this ending; the third is a talk. */
const REFUSED_TWICE = '0009';

/** Waits of seconds, with fewer polls than a key may make in a minute. */
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
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

const read = (id: string) => service.api(account).get(`/calls/${id}`);

async function queue(phone_number: string): Promise<string> {
  return (await service.api(account).post('/calls', { agent_id, phone_number })).id;
}

test('ignores late events of an earlier dial', async () => {
  const id = await queue(number(REFUSED_TWICE));
  await eventually(
    async () => {
      expect((await read(id))['status']).toBe('in_progress');
    },
    ...LONG,
  );
  const held = service.app.get(ActiveLegs, { strict: false });
  const third = { callId: id, attempt: 3 };
  expect(held.get(third)).toBeDefined();
  const progress = service.app.get(CarrierEventRouter, { strict: false });
  for (const attempt of [1, 2]) {
    const end = { cause: 'failed', by: 'carrier', talkMs: null } as const;
    await progress.accept('simulator', {
      type: 'ended',
      reference: `${id}.${attempt}`,
      at: service.clock.now(),
      end,
    });
  }
  expect(held.get(third)).toBeDefined();
  await eventually(
    async () => {
      const call = await read(id);
      expect(call).toMatchObject({ status: 'completed', recording_url: expect.any(String) });
      expect(call.outcome?.transcript).not.toEqual([]);
    },
    ...LONG,
  );
});

test('fails a refused call at once when another for its number arrived in that moment', async () => {
  const calls = service.app.get(CallRepository, { strict: false });
  const mayWaitAgain = calls.mayWaitAgain.bind(calls);
  const phone_number = number(REFUSED_TWICE);
  const second = new Promise<string>((resolve) => {
    jest.spyOn(calls, 'mayWaitAgain').mockImplementationOnce(async (call) => {
      const may = await mayWaitAgain(call);
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
  const { data } = await service.api(account).get(`/calls/${await second}/timeline`);
  const told = data.map(({ type }) => type);
  // Before, the first may have held it.
  const refused = told.slice(told.indexOf('carrier_refused'));
  expect(refused.slice(0, 2)).toEqual(['carrier_refused', 'held']);
});

describe('a call that waits for another to its number', () => {
  const reaches = (id: string, status: string) =>
    eventually(
      async () => {
        expect((await read(id))['status']).toBe(status);
      },
      ...LONG,
    );

  /** Queues a call to a number that is in use, and returns when a round of the dispatcher has held it. */
  const held = async (phone_number: string): Promise<string> => {
    const id = await queue(phone_number);
    await eventually(async () => {
      const rows = await service.unitOfWork.rows(
        `SELECT FROM calls WHERE id = $1 AND held_by = 'number_in_use'`,
        [id],
      );
      expect(rows).toHaveLength(1);
    });
    return id;
  };

  test('is dialed when the other was refused, which counts for nothing', async () => {
    account = await service.account({ dailyPerNumber: 1 });
    agent_id = await makeAgent(service, account);
    const phone_number = number('0002');
    const carrier = service.app.get(Carriers, { strict: false }).find('simulator')!;
    let refuse = () => {};
    const refusal = new Promise<{ kind: 'refused'; reason: string; temporary: boolean }>((resolve) => {
      refuse = () => resolve({ kind: 'refused', reason: 'all circuits are busy', temporary: true });
    });
    jest.spyOn(carrier, 'dial').mockImplementationOnce(() => refusal);
    const first = await queue(phone_number);
    await reaches(first, 'dialing');
    const second = await held(phone_number);
    refuse();
    await reaches(first, 'failed');
    await reaches(second, 'busy');
  });

  test('is dialed before later calls', async () => {
    account = await service.account({ lines: 2, recallGapSeconds: 0 });
    agent_id = await makeAgent(service, account);
    // The carrier sends no further status of these: they keep their lines.
    const silent = number('0015');
    const first = await queue(silent);
    await reaches(first, 'dialing');
    const second = await held(silent);
    await reaches(await queue(number('0015')), 'dialing');
    const later = await queue(number('0002'));
    const end = { cause: 'failed', by: 'carrier', talkMs: null } as const;
    await service.app
      .get(CarrierEventRouter, { strict: false })
      .accept('simulator', { type: 'ended', reference: `${first}.1`, at: service.clock.now(), end });
    await reaches(second, 'dialing');
    expect((await read(later))['status']).toBe('queued');
  });

  test('is dialed when the other was a human call whose contact was never rung', async () => {
    const people = new HumanCallTests(service, account);
    const phone_number = number('0002');
    const first = await people.call({ counsellor_id: await people.counsellor('0003'), phone_number });
    await people.reaches(first['id'], 'ringing_counsellor');
    const second = await held(phone_number);
    await people.cancel(first['id']);
    await reaches(second, 'busy');
  });

  test('is dialed when the other ends while a dispatch round is about to put it on hold', async () => {
    account = await service.account({ recallGapSeconds: 0 });
    agent_id = await makeAgent(service, account);
    const phone_number = number('0003');
    const first = await queue(phone_number);
    await reaches(first, 'dialing');
    const progress = service.app.get(CarrierEventRouter, { strict: false });
    const ended = AsyncResource.bind(() =>
      progress.accept('simulator', {
        type: 'ended',
        reference: `${first}.1`,
        at: service.clock.now(),
        end: { cause: 'no_answer', by: 'carrier', talkMs: null },
      }),
    );
    const list = service.app.get(DoNotCallList, { strict: false });
    const find = list.find.bind(list);
    jest.spyOn(list, 'find').mockImplementationOnce(async (...numbers) => {
      await ended();
      return find(...numbers);
    });
    await reaches(await queue(phone_number), 'no_answer');
  });
});

test.each(['calls', 'human_calls'])(
  'gives a lost talk the length of the network’s time (%s)',
  async (kind) => {
    const people = new HumanCallTests(service, account);
    const phone_number = number('0014');
    const id =
      kind === 'calls'
        ? await queue(phone_number)
        : ((await people.call({ counsellor_id: await people.counsellor(), phone_number })) as { id: string })
            .id;
    const state = () => (kind === 'calls' ? read(id) : service.api(account).get(`/human-calls/${id}`));
    await eventually(async () => {
      expect((await state())['status']).toBe('in_progress');
    });
    const carrier = service.app.get(Carriers, { strict: false }).find('simulator')!;
    jest.spyOn(carrier, 'lookUp').mockResolvedValue({ state: 'not_found' });
    // The network runs twenty times as fast as life.
    const { unitOfWork } = service;
    await unitOfWork.affected(`UPDATE ${kind} SET answered_at = answered_at - interval '5 s' WHERE id = $1`, [
      id,
    ]);
    const monitor = service.app.get(LegMonitor, { strict: false });
    await eventually(async () => {
      // Its own worker may prolong the lease just then.
      await unitOfWork.affected(
        `UPDATE line_use SET lease_until = now() - interval '1 s' WHERE call_id = $1`,
        [id],
      );
      await monitor.recoverExpired();
      const { status, duration_seconds } = await state();
      expect(status).toBe('completed');
      expect(duration_seconds).toBeGreaterThanOrEqual(100);
    });
  },
);
