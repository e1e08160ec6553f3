import type { Schema } from '../harness/api';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { command } from '../harness/commands';

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
  const { id } = await calls.queue({ retry: { max_attempts: 3 }, ...fields });
  return calls.final(id);
}

describe('the default policy of an account', () => {
  test('applies to calls without a policy, but not to test calls', async () => {
    await command(
      service,
      'account',
      'set',
      '--account',
      account.id,
      '--retry-attempts',
      '2',
      '--retry-wait',
      '7, 7,9',
    );
    const call = await ends({ phone_number: number('0003'), retry: undefined });
    expect(call.retry).toMatchObject({ max_attempts: 2, on: ['no_answer', 'busy'], wait_minutes: [7, 7, 9] });
    expect(await ends({ phone_number: number('0003'), retry: { max_attempts: 1 } })).not.toHaveProperty(
      'retry',
    );
    expect(await ends({ phone_number: number('0003'), retry: null, test: true })).not.toHaveProperty('retry');
    expect((await ends({ phone_number: number('0003'), test: true })).retry?.next_call_id).not.toBeNull();
  });

  test.each([
    ['--retry-attempts', '6'],
    ['--retry-on', 'none'],
    ['--retry-on', 'reached'],
    ['--retry-wait', '10081'],
    ['--retry-wait', '1,2,3,4,5'],
    ['--retry-wait', '60,,60'],
    ['--retry-wait', ''],
  ])('rejects %s %s', async (option, value) => {
    const { code, stderr } = await command(service, 'account', 'set', '--account', account.id, option, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${option} "${value}" must be`)]);
  });
});

describe('a policy', () => {
  test.each([
    [{}, 'retry.max_attempts', 'is required'],
    [{ max_attempts: 0 }, 'retry.max_attempts', 'must be from 1 to 5'],
    [{ max_attempts: 6 }, 'retry.max_attempts', 'must be from 1 to 5'],
    [{ max_attempts: '3' }, 'retry.max_attempts', 'must be a whole number'],
    [{ max_attempts: 2, on: [] }, 'retry.on', 'must have at least 1 item'],
    [
      { max_attempts: 2, on: ['reached'] },
      'retry.on[0]',
      'must be one of no_answer, busy, failed, voicemail',
    ],
    [{ max_attempts: 2, wait_minutes: [] }, 'retry.wait_minutes', 'must have at least 1 item'],
    [
      { max_attempts: 2, wait_minutes: [1, 2, 3, 4, 5] },
      'retry.wait_minutes',
      'must have at most 4 items (it has 5)',
    ],
    [{ max_attempts: 2, wait_minutes: [10_081] }, 'retry.wait_minutes[0]', 'must be from 0 to 10080'],
    [{ max_attempts: 2, wait_minutes: [1.5] }, 'retry.wait_minutes[0]', 'must be a whole number'],
    [{ max_attempts: 2, wait: 1 }, 'retry.wait', 'is not a known field'],
    [{ max_attempts: 2, next_call_id: null }, 'retry.next_call_id', 'is read-only'],
  ])('is rejected when it is %j: %s', async (retry, field, message) => {
    const { body } = await service
      .http(account)
      .post('/calls')
      .send({ phone_number: number(), retry })
      .expect(400);
    expect(body.error.details.errors).toEqual([{ field, message }]);
  });

  test('has defaults, also for null', async () => {
    const { retry } = await calls.queue({ retry: { max_attempts: 2, on: null, wait_minutes: null } });
    expect(retry).toMatchObject({ on: ['no_answer', 'busy'], wait_minutes: [60, 240, 1_440] });
  });
});
