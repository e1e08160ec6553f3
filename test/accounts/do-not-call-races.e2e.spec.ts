import type { Job } from 'bullmq';
import { DoNotCallList } from '../../src/accounts';
import { LISTED_QUEUE, ListedNumberProcessor } from '../../src/calls/infrastructure/listed-number.processor';
import { Queues } from '../../src/platform/queues/queues';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

const ROUNDS = 40;

let service: TestApp;
let account: TestAccount;
let calls: CallTests;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ lines: 1_000 });
  calls = new CallTests(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

/** Lists a number; the call to it is dialed by the time of the answer, or never. */
async function isDialedBeforeOrNever(phone_number: string, queued: Promise<string>): Promise<void> {
  await service.http(account).put(`/do-not-call/${phone_number}`).send({}).expect(200);
  const dials = () =>
    service.unitOfWork.rows('SELECT FROM dials WHERE account_id = $1 AND phone_number = $2', [
      account.id,
      phone_number,
    ]);
  const { length: before } = await dials();
  const id = await queued.catch(() => null);
  if (id !== null) await calls.final(id);
  expect(await dials()).toHaveLength(before);
}

const queue = async (phone_number: string) => (await calls.queue({ phone_number }))['id'];

test('dials a call either before the response that lists its number, or never', async () => {
  await Promise.all(
    Array.from({ length: ROUNDS }, async (_, round) => {
      const phone_number = number('0002');
      const queued = queue(phone_number);
      await new Promise((resolve) => setTimeout(resolve, round % 20));
      await isDialedBeforeOrNever(phone_number, queued);
    }),
  );
});

test('waits for a dispatch round that has read the list', async () => {
  const list = service.app.get(DoNotCallList, { strict: false });
  const find = list.find.bind(list);
  let hasRead = false;
  const spy = jest.spyOn(list, 'find').mockImplementation(async (accountId, numbers) => {
    const found = await find(accountId, numbers);
    hasRead = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return found;
  });
  try {
    const phone_number = number('0002');
    const queued = queue(phone_number);
    await eventually(() => {
      expect(hasRead).toBe(true);
      return Promise.resolve();
    });
    await isDialedBeforeOrNever(phone_number, queued);
  } finally {
    spy.mockRestore();
  }
});

test('fails a call whose request read the list before the entry, and stored the call after the first look', async () => {
  const other = await service.account();
  const others = new CallTests(service, other, await makeAgent(service, other));
  const reminders = jest.spyOn(service.app.get(Queues, { strict: false }), 'remind');
  const secondLooks = () =>
    reminders.mock.calls.filter(
      ([queue, data, delay]) =>
        queue === LISTED_QUEUE && data['accountId'] === other.id && delay !== undefined,
    );
  try {
    const phone_number = number('0002');
    await service.http(other).put(`/do-not-call/${phone_number}`).send({}).expect(200);
    await eventually(() => {
      expect(secondLooks()).toHaveLength(1);
      return Promise.resolve();
    });
    jest.spyOn(service.app.get(DoNotCallList, { strict: false }), 'entryOf').mockResolvedValueOnce(null);
    const scheduled_for = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const { id } = await others.queue({ phone_number, scheduled_for });
    const [, data, delay] = secondLooks()[0]!;
    expect(delay).toBeGreaterThan(5_000);
    await service.app.get(ListedNumberProcessor, { strict: false }).process({ data } as Job);
    expect(await others.final(id)).toMatchObject({ status: 'failed' });
    expect(secondLooks()).toHaveLength(1);
  } finally {
    jest.restoreAllMocks();
  }
});
