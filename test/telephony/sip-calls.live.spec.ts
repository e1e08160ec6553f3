import { TrunkSync } from '../../src/carriers/application/trunk-sync';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { LegRepository } from '../../src/trunks/infrastructure/leg.repository';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
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
import { changeOf } from '../harness/trunks';

compileThreads();

let service: TestApp;
const providers: Provider[] = [];

beforeAll(async () => {
  service = await TestApp.start();
});
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

async function timeline(account: SipAccount, id: string): Promise<string[]> {
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  return data.map(({ type, message }) => `${type}: ${message}`);
}

const refusing =
  (status: number, cause?: number): Behaviour =>
  (call, far, seen) =>
    far.refuse(call, seen, status, cause);

test('rings, is answered, and ends when the phone hangs up', async () => {
  const far = await provider((call, own, seen) => own.answer(call, seen, 1_200));
  const account = await accountOn(far);
  const id = await queueCall(service, account, number('0001'));
  const ended = await reaches(service, account, id, 'completed');
  const { answeredAt, endedAt } = far.calls[0] ?? {};
  const seconds = (Number(endedAt) - Number(answeredAt)) / 1_000;
  expect(Math.abs((ended.duration_seconds ?? NaN) - seconds)).toBeLessThanOrEqual(1);
  const recording = await fetch(ended.recording_url ?? 'none');
  expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  // Stereo, 16 bit, 8 kHz: 32 kB a second.
  const recordedSeconds = ((await recording.arrayBuffer()).byteLength - 44) / 32_000;
  expect(Math.abs(recordedSeconds - seconds)).toBeLessThanOrEqual(1);
  const [row] = await service.unitOfWork.rows(
    'SELECT account_number, ended_by, recording FROM calls WHERE id = $1',
    [id],
  );
  expect(row).toEqual({ account_number: '+911140000001', ended_by: 'contact', recording: 'stored' });
  expect(
    (await timeline(account, id)).filter((entry) => /^(trunk|ringing|answered|media|ended)/.test(entry)),
  ).toEqual([
    expect.stringMatching(/^trunk: Trunk t\d+ was asked\.$/),
    'ringing: The phone rings.',
    'answered: The contact answered.',
    'media: Codec PCMA.',
    expect.stringMatching(/^media: Codec PCMA; packets received \d+, lost \d+, sent \d+\.$/),
    expect.stringMatching(/^ended: The call ended after \d s of talk\.$/),
  ]);
  expect(far.calls).toMatchObject([{ reference: `${id}.1`, endedBy: 'us' }]);
  const [leg] = await service.unitOfWork.rows('SELECT * FROM legs WHERE call_id = $1', [id]);
  expect(leg).toMatchObject({
    try: 1,
    result: 'taken',
    shown_number: '+911140000001',
    ended_at: expect.any(Date),
  });
});

test('tries the next trunk after a refusal, with another leg', async () => {
  const [first, second] = [
    await provider(refusing(503)),
    await provider((call, far, seen) => far.answer(call, seen, 300)),
  ];
  const account = await accountOn(first, second);
  const id = await queueCall(service, account, number('0001'));
  await reaches(service, account, id, 'completed');
  expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  const [one = '', two = ''] = (
    await service.unitOfWork.rows<{ name: string }>(
      'SELECT name FROM trunks WHERE id = ANY ($1) ORDER BY id',
      [account.trunks],
    )
  ).map(({ name }) => name);
  expect((await timeline(account, id)).filter((entry) => entry.startsWith('trunk'))).toEqual([
    `trunk: Trunk ${one} was asked.`,
    `trunk: Trunk ${one} answered 503 Service Unavailable; ${two} is next.`,
    `trunk: Trunk ${two} was asked.`,
  ]);
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

test('returns a call to the queue after a temporary refusal of all trunks, and dials it again', async () => {
  const far = await provider(refusing(503));
  const account = await accountOn(far);
  const id = await queueCall(service, account, number('0001'));
  await eventually(async () => {
    expect(await service.api(account).get(`/calls/${id}`)).toMatchObject({
      status_reason: 'The carrier refused (503, it has no capacity right now); it will be asked again.',
    });
  });
  far.behaviour = (call, own, seen) => own.answer(call, seen, 200);
  await service.advance(11_000);
  await reaches(service, account, id, 'completed');
  expect(far.calls.map(({ reference }) => reference)).toEqual([`${id}.1`, `${id}.2`]);
});

test('fails a call over a trunk without a caller id', async () => {
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

test('opens the circuit of a trunk after twenty refusals, and closes it by a probe', async () => {
  const far = await provider(refusing(403));
  const account = await accountOn(far);
  const refused: string[] = [];
  for (let n = 0; n < 20; n++) {
    refused.push(await queueCall(service, account, number('0001')));
    await reaches(service, account, refused[n] ?? '', 'failed');
  }
  far.behaviour = (call, own, seen) => own.answer(call, seen, 200);
  const [first, second] = [
    await queueCall(service, account, number('0001')),
    await queueCall(service, account, number('0001')),
  ];
  const FAILING = 'The trunk is failing (403).';
  await eventually(async () => {
    expect((await service.api(account).get(`/calls/${first}`)).status_reason).toBe(FAILING);
    expect(await trunkState(account)).toEqual({ state: 'failing', reason: '403' });
  });
  expect(far.calls).toHaveLength(20);
  await service.advance(31_000);
  await reaches(service, account, first, 'completed');
  await reaches(service, account, second, 'completed');
  await eventually(async () => {
    expect(await trunkState(account)).toEqual({ state: 'up', reason: null });
  });
});

test('queues the calls of a trunk without capacity, probes with one, and dials all when it is back', async () => {
  const CALLS = 14;
  const far = await provider(refusing(503));
  const trunk = await sipTrunk(service, far.address, { enabled: 'no' });
  const account = await sipAccount(service, [trunk]);
  for (let n = 0; n < CALLS; n++) await queueCall(service, account, number('0001'));
  const all = () =>
    service.unitOfWork.rows<{ status: string; events: number }>(
      `SELECT status, (SELECT count(*)::int FROM call_timeline t WHERE t.call_id = c.id AND t.type = 'event_made') AS events
       FROM calls c WHERE account_id = $1`,
      [account.id],
    );
  const waits = async () => {
    expect(await all()).toEqual(Array.from({ length: CALLS }, () => ({ status: 'queued', events: 0 })));
    expect(await trunkState(account)).toEqual({ state: 'failing', reason: '503' });
  };
  const operator = new TelephonyOperations(service.app);
  await operator.setTrunk(trunk, await changeOf({ enabled: 'yes' }), false);
  await eventually(waits);
  const before = far.calls.length;
  expect(before).toBeGreaterThanOrEqual(10);
  await service.advance(31_000);
  await eventually(async () => {
    expect(far.calls).toHaveLength(before + 1);
    await waits();
  });
  far.behaviour = (call, own, seen) => own.answer(call, seen, 100);
  await service.advance(31_000);
  await eventually(async () => {
    expect(await all()).toEqual(Array.from({ length: CALLS }, () => ({ status: 'completed', events: 1 })));
  }, 20_000);
});

async function trunkState({ trunks }: SipAccount): Promise<unknown> {
  const [row] = await service.unitOfWork.rows('SELECT state, reason FROM trunk_states WHERE trunk_id = $1', [
    trunks[0],
  ]);
  return row;
}

test('runs one synchronisation of the trunks for two requests at once', async () => {
  const far = await provider();
  const trunk = await sipTrunk(service, far.address);
  const process = service.app.get(TrunkSync, { strict: false });
  // A look that began before would be joined.
  await process.run();
  const opened = jest.spyOn(service.app.get(SipStack, { strict: false }), 'sync');
  await Promise.all([process.run(), process.run()]);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(service.app.get(SipStack, { strict: false }).trunk(trunk)).toBeDefined();
  opened.mockRestore();
});

test('releases the channel of a refused leg whose end could not be stored with the refusal', async () => {
  const far = await provider(refusing(503));
  const account = await accountOn(far);
  const legs = service.app.get(LegRepository, { strict: false });
  const end = jest.spyOn(legs, 'end').mockRejectedValue(new Error('no connection'));
  const id = await queueCall(service, account, number('0001'));
  await eventually(async () => {
    const open = await service.unitOfWork.rows(
      `SELECT l.ended_at IS NULL AS open FROM legs l JOIN calls c ON c.id = l.call_id
       WHERE c.id = $1 AND c.status = 'queued' AND c.attempt = 1`,
      [id],
    );
    expect(open).toEqual([{ open: false }]);
  });
  end.mockRestore();
});
