import type { Schema } from '../harness/api';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

const MINUTE_MS = 60_000;
const RETRY = { max_attempts: 3, wait_minutes: [10] };

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

async function ends(fields: object): Promise<Schema<'Call'>> {
  const { id } = await calls.queue({ retry: RETRY, ...fields });
  return calls.final(id);
}

describe('a due attempt', () => {
  test.each<[string, Partial<Parameters<TestApp['account']>[0]>, RegExp]>([
    ['gap', { recallGapSeconds: 7_200 }, /^Too soon after the last call to this number: /],
    ['calls a day to a number', { dailyPerNumber: 1 }, /^This number was called as often as a day allows: /],
    ['calls a day of the account', { dailyLimit: 1 }, /^The account has made its calls of the day: /],
  ])('waits for the %s', async (_, settings, reason) => {
    account = await service.account({ recallGapSeconds: 0, timezone: 'UTC', ...settings });
    calls = new CallTests(service, account, await makeAgent(service, account));
    const first = await ends({ phone_number: number('0003'), retry: { max_attempts: 2, wait_minutes: [0] } });
    await service.advance(1_000);
    const { status, status_reason = '' } = await calls.read(first.retry?.next_call_id ?? '');
    expect([status, status_reason]).toEqual(['queued', expect.stringMatching(reason)]);
  });

  test('waits for calling hours', async () => {
    const first = await ends({ phone_number: number('0003') });
    const minute = new Date(service.clock.nowMs() + 30 * MINUTE_MS).getUTCHours() * 60;
    const from = (minute + 600) % 1_440;
    await service.unitOfWork.affected(
      `UPDATE accounts SET timezone = 'UTC', hours_from = $2, hours_to = $3 WHERE id = $1`,
      [account.id, from, (from + 60) % 1_440],
    );
    await service.advance(10 * MINUTE_MS);
    const { status, status_reason } = await calls.read(first.retry?.next_call_id ?? '');
    expect([status, status_reason]).toEqual(['queued', expect.stringMatching(/^Outside calling hours: /)]);
  });

  test('waits for credits', async () => {
    const first = await ends({ phone_number: number('0003') });
    const spend = 'UPDATE credit_accounts SET balance = 0 WHERE account_id = $1';
    await service.unitOfWork.affected(spend, [account.id]);
    await service.advance(10 * MINUTE_MS);
    const { status, status_reason } = await calls.read(first.retry?.next_call_id ?? '');
    expect([status, status_reason]).toEqual(['queued', expect.stringMatching(/^Waiting for credits/)]);
  });
});
