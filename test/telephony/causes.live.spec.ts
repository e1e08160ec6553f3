import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { type Behaviour, Provider } from '../harness/far-end';
import {
  compileThreads,
  queueCall,
  reaches,
  type SipAccount,
  sipAccount,
  sipTrunk,
} from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
let far: Provider;
let next: Provider;
/** On a trunk to `far`, then one to `next`. */
let account: SipAccount;

beforeAll(async () => {
  service = await TestApp.start();
  [far, next] = [await Provider.open(), await Provider.open()];
  account = await sipAccount(service, [
    await sipTrunk(service, far.address),
    await sipTrunk(service, next.address),
  ]);
});
afterAll(async () => {
  await service.stop();
  await far.close();
  await next.close();
});
beforeEach(async () => {
  for (const provider of [far, next]) provider.calls.length = 0;
  next.behaviour = refusing(403);
  // Else the trunk is failing after twenty of these.
  await service.unitOfWork.rows('DELETE FROM legs');
});

/** Refuses, after a ringing when `rang`. */
function refusing(
  status: number,
  { cause, rang = false }: { cause?: number; rang?: boolean } = {},
): Behaviour {
  return (call, provider, seen) => {
    if (rang) call.ring({ peer: {}, contact: 'us' });
    provider.refuse(call, seen, status, cause);
  };
}

interface Case {
  readonly answer: [status: number, more?: { cause?: number; rang?: boolean }];
  readonly status: string;
  readonly reason?: string;
}

const UNREACHABLE = 'The number does not exist or cannot be reached.';
const OFF = 'The phone is switched off or out of reach.';
const notPlaced = (status: number) => `The carrier could not place the call (${status}).`;
const refused = (words: string) => `The carrier refused: ${words}`;

const FINAL: Case[] = [
  ...[486, 600].map((status): Case => ({ answer: [status], status: 'busy' })),
  { answer: [503, { cause: 17 }], status: 'busy' },
  ...[603, 607, 608].map((status): Case => ({
    answer: [status],
    status: 'busy',
    reason: 'The call was declined.',
  })),
  { answer: [480, { cause: 21 }], status: 'busy', reason: 'The call was declined.' },
  { answer: [480], status: 'no_answer' },
  ...[408, 487].map((status): Case => ({ answer: [status, { rang: true }], status: 'no_answer' })),
  ...[18, 19].map((cause): Case => ({ answer: [500, { cause }], status: 'no_answer' })),
  { answer: [480, { cause: 20 }], status: 'no_answer', reason: OFF },
  ...[410, 604].map((status): Case => ({ answer: [status], status: 'failed', reason: UNREACHABLE })),
  ...[1, 22, 28].map((cause): Case => ({ answer: [404, { cause }], status: 'failed', reason: UNREACHABLE })),
  { answer: [404, { rang: true }], status: 'failed', reason: UNREACHABLE },
  { answer: [302], status: 'failed', reason: refused('302, it redirected the call') },
  { answer: [504], status: 'failed', reason: notPlaced(504) },
  ...[503, 500].map((status): Case => ({
    answer: [status, { rang: true }],
    status: 'failed',
    reason: notPlaced(status),
  })),
];

test.each(FINAL)(
  'ends a call after $answer as $status, without another trunk',
  async ({ answer, status, reason }) => {
    far.behaviour = refusing(...answer);
    const id = await queueCall(service, account, number('0001'));
    const call = await reaches(service, account, id, status);
    expect(call.status_reason).toBe(reason);
    expect([far.calls.length, next.calls.length]).toEqual([1, 0]);
  },
);

test('tries no other server of the trunk after a 503 with the cause of a busy phone', async () => {
  // A server that sent 503 shortly before comes last.
  const fresh = await Provider.open(refusing(503, { cause: 17 }));
  const trunk = await sipTrunk(service, fresh.address, { server: [fresh.address, next.address] });
  const other = await sipAccount(service, [trunk]);
  await reaches(service, other, await queueCall(service, other, number('0001')), 'busy');
  expect([fresh.calls.length, next.calls.length]).toEqual([1, 0]);
  await fresh.close();
});

/** What the trunk says, and what the call would say if it were the last trunk. */
const FAILOVER: Case[] = [
  ...[408, 487].map((status): Case => ({
    answer: [status],
    status: 'failed',
    reason: `The carrier gave up before it rang (${status}).`,
  })),
  ...[404, 484].map((status): Case => ({ answer: [status], status: 'failed', reason: UNREACHABLE })),
  ...[402, 403].map((status): Case => ({
    answer: [status],
    status: 'failed',
    reason: refused(`${status}, it does not allow the call`),
  })),
  ...[488, 606].map((status): Case => ({
    answer: [status],
    status: 'failed',
    reason: refused(`${status}, it takes none of the offered codecs`),
  })),
  ...[400, 481, 505, 699].map((status): Case => ({
    answer: [status],
    status: 'failed',
    reason: notPlaced(status),
  })),
];

test.each(FAILOVER)(
  'tries the next trunk after $answer; the last one decides',
  async ({ answer, status, reason }) => {
    // As the first trunk.
    far.behaviour = refusing(...answer);
    await reaches(service, account, await queueCall(service, account, number('0001')), 'failed');
    expect([far.calls.length, next.calls.length]).toEqual([1, 1]);
    // As the last one.
    [far.behaviour, next.behaviour] = [refusing(403), refusing(...answer)];
    const id = await queueCall(service, account, number('0001'));
    expect((await reaches(service, account, id, status)).status_reason).toBe(reason);
  },
);

const TEMPORARY = [
  ...[500, 502, 503].map((status) => ({ status, cause: undefined })),
  ...[34, 38, 41, 42, 44, 47].map((cause) => ({ status: 480, cause })),
];

test.each(TEMPORARY)(
  'retries a call after $status with cause $cause, whatever the last trunk responds',
  async ({ status, cause }) => {
    far.behaviour = refusing(status, cause === undefined ? {} : { cause });
    const id = await queueCall(service, account, number('0001'));
    await waitsWith(
      id,
      `The carrier refused (${status}, it has no capacity right now); it will be asked again.`,
    );
    expect([far.calls.length, next.calls.length]).toEqual([1, 1]);
    await service.api(account).post(`/calls/${id}/cancel`);
  },
);

test('tries the next trunk after a refused connection', async () => {
  const closed = await Provider.open();
  const { address } = closed;
  await closed.close();
  const other = await sipAccount(service, [
    await sipTrunk(service, address, { transport: 'tcp', keepAlive: '0' }),
  ]);
  const id = await queueCall(service, other, number('0001'));
  await waitsWith(id, 'The carrier refused (it cannot be reached); it will be asked again.', other);
});

test('returns a call to the queue when the name of its trunk does not resolve', async () => {
  const other = await sipAccount(service, [await sipTrunk(service, 'no-such-name.invalid')]);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const id = await queueCall(service, other, number('0001'));
  await waitsWith(id, 'No trunk of the account can be reached; the call goes on when one answers.', other);
  expect(await service.api(other).get(`/calls/${id}`)).not.toHaveProperty('scheduled_for');
});

/** Waits until the call is back in the queue, and says why. */
async function waitsWith(id: string, reason: string, of = account): Promise<void> {
  await eventually(async () => {
    const rows = await service.unitOfWork.rows(
      `SELECT FROM calls WHERE id = $1 AND status = 'queued' AND (attempt = 1 OR held_by IS NULL)`,
      [id],
    );
    expect(rows).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await service.api(of).get(`/calls/${id}`)).toMatchObject({
      status: 'queued',
      status_reason: reason,
    });
  }, 15_000);
}
