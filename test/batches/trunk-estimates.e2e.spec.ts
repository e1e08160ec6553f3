import type { Schema } from '../harness/api';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { type SipAccount, sipAccount } from '../harness/sip-accounts';
import { makeTrunk } from '../harness/trunks';

/** Of a call of an agent that has made none. */
const LINE_SECONDS = 92;
const ROWS = 10;

let service: TestApp;
let clock: jest.SpyInstance;

beforeAll(async () => {
  service = await TestApp.start();
  // No day ends while the calls of a test would run.
  clock = service.stopClock(Date.parse('2030-01-07T06:30:00Z'));
});
afterAll(async () => {
  clock.mockRestore();
  await service.stop();
});

async function accountOn(...trunks: readonly Record<string, unknown>[]): Promise<SipAccount> {
  const ids: string[] = [];
  for (const options of trunks) ids.push((await makeTrunk(service, 'sip', { cps: '100', ...options })).id);
  return sipAccount(service, ids);
}

const secondsUntil = (at: string) => Math.round((Date.parse(at) - service.clock.nowMs()) / 1_000);

/** Seconds until the last of some calls would end; null: never. */
async function estimate(account: SipAccount, fields: object = {}): Promise<number | null> {
  const calls = Array.from({ length: ROWS }, () => ({ phone_number: number() }));
  const body = { agent_id: account.agent_id, calls, dry_run: true, ...fields };
  const preview = (await service.api(account).post('/batches', body)) as Schema<'BatchPreview'>;
  expect(preview).toMatchObject({ queueable: ROWS, held: [] });
  const { estimated_finish_at: at } = preview;
  return at === null ? null : secondsUntil(at);
}

describe('the estimated finish of a batch over trunks', () => {
  test.each<[string, Record<string, unknown>[], number | null]>([
    ['is that of the lines, when the trunks have channels for all', [{ channels: '10' }], LINE_SECONDS],
    ['waits for the only channel', [{ channels: '1' }], ROWS * LINE_SECONDS],
    [
      'counts the channels of all enabled trunks',
      [{ channels: '1' }, { channels: '1' }, { channels: '8', enabled: 'no' }],
      (ROWS * LINE_SECONDS) / 2,
    ],
    // The last call begins after nine slots.
    ['waits for the slots of the call rate', [{ cps: '0.1' }], 90 + LINE_SECONDS],
    ['adds the call rates of all enabled trunks', [{ cps: '0.1' }, { cps: '0.2' }], 30 + LINE_SECONDS],
    ['is unknown without an enabled trunk', [{ enabled: 'no' }], null],
  ])('%s', async (_, trunks, expected) => {
    await expect(estimate(await accountOn(...trunks))).resolves.toBe(expected);
  });

  test('ignores trunks for test calls', async () => {
    const account = await accountOn({ channels: '1', cps: '0.1' });
    await expect(estimate(account, { test: true })).resolves.toBe(LINE_SECONDS);
  });

  test('is the console’s, too', async () => {
    const account = await accountOn({ channels: '1' });
    const tests = new ConsoleTests(service);
    const { headers } = await tests.person(account.id, ['STAFF']);
    const path = `/estimate?agent_id=${account.agent_id}&calls=${ROWS}`;
    const { body } = await tests.http(headers).get(path).expect(200);
    expect(secondsUntil(body.estimated_finish_at)).toBe(ROWS * LINE_SECONDS);
  });
});
