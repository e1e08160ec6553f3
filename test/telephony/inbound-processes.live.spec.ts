import { Sweeps } from '../../src/platform/sweeps';
import { Carriers } from '../../src/carriers';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, callFrom, Callers, opened } from '../harness/inbound';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

let databaseUrl: string;
let speech: SpeechServer;
let shared: Record<string, string>;
let api: TestApp;
let media: TestApp;
let callers: Callers;
let called: AnsweredNumber;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  speech = await SpeechServer.start();
  shared = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: '9'.repeat(64),
    PUBLIC_URL: 'http://127.0.0.1:1',
    ...speech.environment,
  };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  called = await answeredNumber(api);
});
beforeEach(async () => {
  speech.refusals.length = 0;
  media = await TestApp.start(
    { ...shared, ROLE: 'media', DRAIN_SECONDS: '0', MEDIA_MAX_CALLS: '1' },
    databaseUrl,
  );
  await opened(media, called.trunkId);
  callers = await Callers.open(media);
});
afterEach(async () => {
  await media.stop();
  await callers.close();
});
afterAll(async () => {
  await api.stop();
  speech.close();
  await dropDatabase(databaseUrl);
});

/** Numbers are of one test: each has callers of its own. */
let tests = 0;
const caller = () => `+91950000${String(++tests).padStart(4, '0')}`;

/** A caller who hears ringing, for the agent's voice does not come. */
async function ringing(from: string) {
  speech.refusals.push('silent', 'silent');
  const placed = await callers.call(called.phoneNumber, from);
  await eventually(() => {
    expect(placed.provisional.map(({ status }) => status)).toContain(180);
    return Promise.resolve();
  });
  return placed;
}

const legOf = (id: string) =>
  api.unitOfWork.rows('SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1', [id]);

test('refuses the next caller with 503 at MEDIA_MAX_CALLS, as busy', async () => {
  const session = await (await callers.call(called.phoneNumber, caller())).answered;
  const next = caller();
  expect(await (await callers.call(called.phoneNumber, next)).failed).toMatchObject({ status: 503 });
  expect(await callFrom(api, called, next, 'busy')).toMatchObject({
    status_reason: 'The service had no room for the call.',
  });
  await session.hangUp();
  await eventually(async () => {
    const again = await callers.call(called.phoneNumber, caller());
    await (await again.answered).hangUp();
  });
});

test('refuses a caller with 503 when it gets SIGTERM before the answer, as failed', async () => {
  const from = caller();
  const placed = await ringing(from);
  await Promise.all([media.stop(), placed.failed]);
  expect(await placed.failed).toMatchObject({ kind: 'refused', status: 503 });
  const call = await callFrom(api, called, from, 'failed');
  expect(call).toMatchObject({ status_reason: 'The service was stopping.' });
  expect(await legOf(call.id)).toEqual([{ open: false, hang_up_owed: false }]);
});

test('hangs up a talk DRAIN_SECONDS after SIGTERM, as completed with a reason', async () => {
  const from = caller();
  const placed = await callers.call(called.phoneNumber, from);
  await placed.answered;
  await callFrom(api, called, from, 'in_progress');
  await media.stop();
  expect(await placed.ended).toMatchObject({ by: 'remote', why: 'bye' });
  expect(await callFrom(api, called, from, 'completed')).toMatchObject({
    status_reason: 'The talk was ended by the service.',
  });
});

describe('the takeover from a dead process', () => {
  /** As a kill leaves it: no lease is renewed, nothing is told any more. */
  const freeze = async () => {
    media.app.get(Carriers, { strict: false }).close();
    await media.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  };

  test('hangs up callers in talks', async () => {
    const from = caller();
    const placed = await callers.call(called.phoneNumber, from);
    await placed.answered;
    const { id } = await callFrom(api, called, from, 'in_progress');
    await freeze();
    const other = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
    await other.advance(16_000);
    const ended = await callFrom(api, called, from, 'completed');
    expect(ended).toMatchObject({
      status_reason: 'The talk was cut off: the service that led it stopped.',
    });
    expect(ended).not.toHaveProperty('ended_by');
    await other.advance(1_000);
    expect(await placed.ended).toMatchObject({ by: 'remote', why: 'bye' });
    expect(await legOf(id)).toEqual([{ open: false, hang_up_owed: false }]);
    await other.stop();
  });

  test('fails calls that were not answered', async () => {
    const from = caller();
    const placed = await ringing(from);
    await freeze();
    await api.unitOfWork.affected(`UPDATE line_use SET lease_until = now() WHERE kind = 'inbound'`);
    const other = await TestApp.start({ ...shared, ROLE: 'media' }, databaseUrl);
    const failed = await callFrom(api, called, from, 'failed');
    expect(failed.status_reason).toBe('The service that was about to answer stopped.');
    await other.stop();
    placed.call.cancel();
  });
});
