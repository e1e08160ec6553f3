import { setTimeout as sleep } from 'node:timers/promises';
import { TextTalk, type TextLine } from '../../src/conversation';
import { Sweeps } from '../../src/platform/sweeps';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { type Behaviour, Provider } from '../harness/far-end';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let databaseUrl: string;
let shared: Record<string, string>;
let api: TestApp;
let media: TestApp | null;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
});
beforeEach(async () => {
  media = await TestApp.start({ ...shared, ROLE: 'media', DRAIN_SECONDS: '0' }, databaseUrl);
});
afterEach(async () => {
  await media?.stop();
});
afterAll(async () => {
  await api.stop();
  await dropDatabase(databaseUrl);
});

const answering: Behaviour = (call, far, seen) => far.answer(call, seen);
const ringing: Behaviour = (call) => call.ring({ peer: {}, contact: 'us' });

/** Starts a call, and freezes its process as a kill leaves it: no lease is renewed, nothing is told any more. */
async function abandoned(behaviour: Behaviour, isUnderWay: (far: Provider, id: string) => Promise<void>) {
  const far = await Provider.open(behaviour);
  const account = await sipAccount(api, [await sipTrunk(api, far.address)]);
  const id = await queueCall(api, account, number('0001'));
  await isUnderWay(far, id);
  const frozen = media!.app.get(Sweeps, { strict: false });
  await frozen.beforeApplicationShutdown();
  return { far, account, id };
}

test.each<[string, Behaviour, string, string, string]>([
  ['a call that talks gets BYE', answering, 'in_progress', 'bye', 'completed'],
  ['a phone that rings gets CANCEL', ringing, 'dialing', 'cancel', 'failed'],
])('hangs up calls of a dead process by the next one: %s', async (_, behaviour, before, endedBy, after) => {
  const { far, account, id } = await abandoned(behaviour, async (provider, callId) => {
    await eventually(async () => {
      expect(provider.calls).toHaveLength(1);
      const rows = await api.unitOfWork.rows('SELECT status, ringing_at FROM calls WHERE id = $1', [callId]);
      expect(rows).toEqual([{ status: before, ringing_at: expect.any(Date) }]);
    });
  });
  const other = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
  try {
    await other.advance(16_000);
    expect((await reaches(api, account, id, after)).status).toBe(after);
    await other.advance(1_000);
    await eventually(() => {
      expect(far.calls).toMatchObject([{ reference: `${id}.1`, endedBy }]);
      return Promise.resolve();
    });
    const legs = await api.unitOfWork.rows(
      'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1',
      [id],
    );
    expect(legs).toEqual([{ open: false, hang_up_owed: false }]);
  } finally {
    await other.stop();
    await far.close();
  }
});

test.each<[string, Behaviour, string]>([
  ['rings', ringing, 'cancel'],
  ['was taken', answering, 'bye'],
])('hangs up a transfer that %s together with its contact', async (_, person, endedBy) => {
  jest
    .spyOn(media!.app.get(TextTalk, { strict: false }), 'run')
    .mockImplementation(async (line: TextLine) => {
      await line.transfer(['+919811122233']);
      return { cause: 'hung_up', by: 'agent' };
    });
  const behaviour: Behaviour = (call, far, seen) =>
    (far.calls.length === 1 ? answering : person)(call, far, seen);
  const { far, account, id } = await abandoned(behaviour, async (provider, callId) => {
    await eventually(async () => {
      expect(provider.calls).toHaveLength(2);
      const legs = await api.unitOfWork.rows(
        `SELECT kind, answered_at IS NOT NULL AS answered FROM legs WHERE call_id = $1 ORDER BY kind`,
        [callId],
      );
      const isTaken = endedBy === 'bye';
      expect(legs).toEqual([
        { kind: 'contact', answered: true },
        { kind: 'transfer', answered: isTaken },
      ]);
    });
  });
  const other = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
  try {
    await other.advance(16_000);
    expect((await reaches(api, account, id, 'completed')).ended_by).toBeUndefined();
    await other.advance(1_000);
    await eventually(() => {
      expect(far.calls).toMatchObject([{ endedBy: 'bye' }, { endedBy }]);
      return Promise.resolve();
    });
    const legs = await api.unitOfWork.rows(
      'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1',
      [id],
    );
    expect(legs).toEqual(Array(2).fill({ open: false, hang_up_owed: false }));
  } finally {
    await other.stop();
    await far.close();
  }
});

test('ends the rows by a worker while no media process lives, and hangs up by the next one', async () => {
  const { far, account, id } = await abandoned(answering, async (_, callId) => {
    await eventually(async () => {
      const rows = await api.unitOfWork.rows('SELECT status FROM calls WHERE id = $1', [callId]);
      expect(rows).toEqual([{ status: 'in_progress' }]);
    });
  });
  const worker = await TestApp.start({ ...shared, ROLE: 'worker' }, databaseUrl);
  await worker.advance(16_000);
  await reaches(api, account, id, 'completed');
  expect(far.calls[0]?.endedAt).toBeNull();
  const next = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
  await eventually(() => {
    expect(far.calls[0]?.endedBy).toBe('bye');
    return Promise.resolve();
  });
  for (const service of [worker, next]) await service.stop();
  await far.close();
});

test('hangs up talks DRAIN_SECONDS after the start of a drain, with a reason', async () => {
  const far = await Provider.open(answering);
  const account = await sipAccount(api, [await sipTrunk(api, far.address)]);
  const id = await queueCall(api, account, number('0001'));
  await reaches(api, account, id, 'in_progress');
  await media!.stop();
  media = null;
  expect(await reaches(api, account, id, 'completed')).toMatchObject({
    status_reason: 'The talk was ended by the service.',
  });
  expect(far.calls).toMatchObject([{ endedBy: 'bye' }]);
  const legs = await api.unitOfWork.rows(
    'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1',
    [id],
  );
  expect(legs).toEqual([{ open: false, hang_up_owed: false }]);
  await far.close();
});

test('stays registered while it drains until its talks have ended', async () => {
  await media!.stop();
  media = null;
  const draining = await TestApp.start({ ...shared, ROLE: 'media', DRAIN_SECONDS: '3' }, databaseUrl);
  const far = await Provider.open(answering);
  const account = await sipAccount(api, [await sipTrunk(api, far.address)]);
  const id = await queueCall(api, account, number('0001'));
  await reaches(api, account, id, 'in_progress');
  const registered = async () => {
    const rows = await api.unitOfWork.rows('SELECT FROM media_processes');
    return rows.length;
  };
  const counts: number[] = [];
  const stopping = draining.stop();
  while (far.calls[0]?.endedAt === null && counts.length < 100) {
    counts.push(await registered());
    await sleep(100);
  }
  await stopping;
  // The last count may cross the end.
  expect(new Set(counts.slice(0, -1))).toEqual(new Set([1]));
  expect(await registered()).toBe(0);
  await far.close();
});
