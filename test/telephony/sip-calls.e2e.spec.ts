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
const providers: Provider[] = [];

beforeAll(async () => {
  service = await TestApp.start();
}, 120_000);
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});
afterAll(() => service.stop());

async function provider(behaviour?: Behaviour): Promise<Provider> {
  const opened = await Provider.open(behaviour);
  providers.push(opened);
  return opened;
}

/** An account whose trunks lead to these providers, in their order. */
async function accountOn(...far: readonly Provider[]): Promise<SipAccount> {
  const trunks: string[] = [];
  for (const { address } of far) trunks.push(await sipTrunk(service, address));
  return sipAccount(service, trunks);
}

const refusing =
  (status: number, cause?: number): Behaviour =>
  (call, far, seen) => {
    far.refuse(call, seen, status, cause);
  };

test('a call rings, is answered, and ends when the phone hangs up', async () => {
  const far = await provider((call, own, seen) => {
    own.answer(call, seen, 1_200);
  });
  const account = await accountOn(far);
  const id = await queueCall(service, account, number('0001'));
  const ended = await reaches(service, account, id, 'completed');
  const { answeredAt, endedAt } = far.calls[0] ?? {};
  const seconds = (Number(endedAt) - Number(answeredAt)) / 1_000;
  expect(Math.abs((ended.duration_seconds ?? NaN) - seconds)).toBeLessThanOrEqual(1);
  expect(far.calls).toMatchObject([{ reference: `${id}.1`, endedBy: 'us' }]);
  const [leg] = await service.unitOfWork.rows('SELECT * FROM legs WHERE call_id = $1', [id]);
  expect(leg).toMatchObject({
    try: 1,
    result: 'taken',
    shown_number: '+911140000001',
    ended_at: expect.any(Date),
  });
});

test('the next trunk takes what the first one refuses, with a leg of its own', async () => {
  const [first, second] = [
    await provider(refusing(503)),
    await provider((call, far, seen) => {
      far.answer(call, seen, 300);
    }),
  ];
  const account = await accountOn(first, second);
  const id = await queueCall(service, account, number('0001'));
  await reaches(service, account, id, 'completed');
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  const legs = await service.unitOfWork.rows(
    'SELECT trunk_id, try, result, last_status, ended_at IS NULL AS open FROM legs WHERE call_id = $1 ORDER BY try',
    [id],
  );
  expect(legs).toEqual([
    {
      trunk_id: account.trunks[0],
      try: 1,
      result: 'refused',
      last_status: '503 Service Unavailable',
      open: false,
    },
    { trunk_id: account.trunks[1], try: 2, result: 'taken', last_status: null, open: false },
  ]);
});

test('a temporary refusal of all puts the call back; the dial after it succeeds', async () => {
  const far = await provider(refusing(503));
  const account = await accountOn(far);
  const id = await queueCall(service, account, number('0001'));
  await eventually(async () => {
    expect(await service.api(account).get(`/calls/${id}`)).toMatchObject({
      status_reason: 'The carrier refused (503, it has no capacity right now); it will be asked again.',
    });
  });
  far.behaviour = (call, own, seen) => {
    own.answer(call, seen, 200);
  };
  await service.advance(11_000);
  await reaches(service, account, id, 'completed');
  expect(far.calls.map(({ reference }) => reference)).toEqual([`${id}.1`, `${id}.2`]);
});

test('a trunk without a number to show fails the call', async () => {
  const far = await provider();
  const trunk = await sipTrunk(service, far.address, { callerId: undefined });
  const account = await sipAccount(service, [trunk]);
  const id = await queueCall(service, account, number('0001'));
  expect(await reaches(service, account, id, 'failed')).toMatchObject({
    status_reason: expect.stringMatching(
      /^The carrier refused: there is no number to call from on the trunk t\d+$/,
    ),
  });
});
