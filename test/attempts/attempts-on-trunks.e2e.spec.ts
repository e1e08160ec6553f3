import { DoNotCallList } from '../../src/accounts';
import { CallProgress } from '../../src/calls/application/call-progress';
import type { Carrier, LegEnd } from '../../src/carriers';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { RealCalls } from '../harness/real-calls';

const RETRY = { max_attempts: 3, on: ['no_answer', 'busy', 'failed', 'voicemail'], wait_minutes: [10] };

let service: TestApp;
let account: TestAccount;
let calls: RealCalls;

beforeAll(async () => {
  service = await TestApp.start();
});
beforeEach(async () => {
  account = await service.account({ recallGapSeconds: 0, lines: 20 });
  calls = await RealCalls.make(service, account, await makeAgent(service, account));
});
afterAll(() => service.stop());

const silent = { by: 'carrier', talkMs: null } as const;
const talked = { cause: 'hung_up', by: 'contact', talkMs: 30_000 } as const;

const end = (id: string, legEnd: LegEnd) => calls.tell(id, { type: 'ended', end: legEnd });

describe('the attempts after reports of a carrier', () => {
  test.each<[string, LegEnd, string | null]>([
    ['busy', { ...silent, cause: 'busy' }, null],
    ['declined', { ...silent, cause: 'busy', reason: 'The call was declined.' }, 'declined'],
    ['no answer', { ...silent, cause: 'no_answer' }, null],
    ['an unknown number', { ...silent, cause: 'number_unreachable' }, 'not_retryable'],
    [
      'a permanent refusal after ringing',
      { ...silent, cause: 'refused', reason: 'The carrier refused: 403' },
      'not_retryable',
    ],
    ['a dial that failed', { ...silent, cause: 'failed' }, null],
    [
      'silence of the carrier',
      { ...silent, cause: 'failed', reason: 'The carrier did not answer the request.' },
      null,
    ],
    ['a crash before the answer', { ...silent, cause: 'carrier_lost_it', by: null }, null],
  ])('follow the report: %s', async (_, legEnd, stopped) => {
    const id = await calls.dialed({ retry: RETRY });
    await end(id, legEnd);
    const { retry } = await calls.read(id);
    expect(retry).toMatchObject({ attempt: 1, stopped });
    expect(retry?.next_call_id === null).toBe(stopped !== null);
  });

  test.each([
    ['voicemail', null],
    ['announcement', null],
    ['human', 'reached'],
    ['screening', 'reached'],
    ['unknown', 'reached'],
  ] as const)('follow a talk with %s', async (value, stopped) => {
    const id = await calls.answered({ retry: RETRY });
    await calls.tell(id, { type: 'answering_party', value });
    await end(id, talked);
    const { retry } = await calls.read(id);
    expect(retry?.stopped).toBe(stopped);
    expect(retry?.next_call_id === null).toBe(stopped !== null);
  });

  test('stay as decided when the party of a talk is detected later', async () => {
    const id = await calls.answered({ retry: RETRY });
    await end(id, talked);
    await calls.tell(id, { type: 'answering_party', value: 'voicemail' });
    expect((await calls.read(id)).retry).toMatchObject({ stopped: 'reached', next_call_id: null });
  });

  test.each([
    [true, 'queued', null],
    [false, 'failed', 'not_retryable'],
  ])('follow a refusal before ringing, temporary: %s', async (temporary, status, stopped) => {
    const id = await calls.dialed({ retry: RETRY });
    const progress = service.app.get(CallProgress, { strict: false });
    const carrier = { name: 'sip', waitMs: (ms: number) => ms } as Carrier;
    await progress.onRefused({ callId: id, attempt: 1 }, { temporary, reason: 'it has none' }, carrier);
    expect(await calls.read(id)).toMatchObject({ status, retry: { stopped, next_call_id: null } });
  });

  test('follow a lack of capacity after the last retry', async () => {
    const id = await calls.dialed({ retry: RETRY });
    const progress = service.app.get(CallProgress, { strict: false });
    const carrier = { name: 'sip', waitMs: (ms: number) => ms } as Carrier;
    for (const attempt of [1, 2, 3, 4]) {
      if (attempt > 1) await calls.dial(id);
      await progress.onRefused({ callId: id, attempt }, { temporary: true, reason: 'it has none' }, carrier);
    }
    const { status, retry } = await calls.read(id);
    expect([status, retry?.stopped]).toEqual(['failed', null]);
    expect(retry?.next_call_id).not.toBeNull();
  });
});

test('end once the number is listed', async () => {
  const id = await calls.dialed({ retry: RETRY });
  const { phone_number } = await calls.read(id);
  const list = service.app.get(DoNotCallList, { strict: false });
  await service.unitOfWork.run(() => list.add(account.id, phone_number, 'It asked for it.', null));
  await end(id, { ...silent, cause: 'no_answer' });
  expect((await calls.read(id)).retry).toMatchObject({ stopped: 'do_not_call', next_call_id: null });
});

test('end while another call waits for the number', async () => {
  const phone_number = number('0003');
  const id = await calls.dialed({ phone_number, retry: RETRY });
  const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
  await calls.queue({ phone_number, scheduled_for });
  await end(id, { ...silent, cause: 'no_answer' });
  expect((await calls.read(id)).retry).toMatchObject({ stopped: 'number_waits', next_call_id: null });
  expect((await calls.timeline(id, 'retry')).map(({ message }) => message)).toEqual([
    'No further attempt: another call waits for the number.',
  ]);
});

describe('an inbound call of the contact', () => {
  /** The dial of another call to the number, as if the contact had made it. */
  async function inbound(phone_number: string): Promise<string> {
    const id = await calls.dialed();
    await service.unitOfWork.affected(
      `UPDATE calls SET direction = 'inbound', phone_number = $2 WHERE id = $1`,
      [id, phone_number],
    );
    await calls.tell(id, { type: 'answered' });
    return id;
  }

  async function waiting(): Promise<{ id: string; phone_number: string }> {
    const first = await calls.dialed({ retry: RETRY });
    await end(first, { ...silent, cause: 'no_answer' });
    const { phone_number, retry } = await calls.read(first);
    return { id: retry?.next_call_id ?? '', phone_number };
  }

  test('cancels the waiting attempt after a talk', async () => {
    const { id, phone_number } = await waiting();
    const other = await inbound(phone_number);
    await end(other, talked);
    expect(await calls.read(id)).toMatchObject({
      status: 'canceled',
      status_reason: `The contact was reached in ${other}.`,
      retry: { stopped: 'reached', next_call_id: null },
    });
  });

  test('leaves the waiting attempt without a talk', async () => {
    const { id, phone_number } = await waiting();
    await end(await inbound(phone_number), { ...talked, talkMs: 400 });
    expect((await calls.read(id)).status).toBe('queued');
  });

  test('leaves a first call', async () => {
    const phone_number = number('0003');
    const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
    const { id } = await calls.queue({ phone_number, scheduled_for, retry: RETRY });
    await end(await inbound(phone_number), talked);
    expect((await calls.read(id)).status).toBe('queued');
  });
});
