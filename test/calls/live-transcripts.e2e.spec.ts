import { LiveTranscripts } from '../../src/calls/application/live-transcripts';
import { ErasureRepository } from '../../src/calls/infrastructure/erasure.repository';
import { TalkRepository } from '../../src/calls/infrastructure/talk.repository';
import { ActiveLegs } from '../../src/calling';
import type { Turn } from '../../src/shared-kernel/talk';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { RealCalls } from '../harness/real-calls';

let service: TestApp;
let account: TestAccount;
let calls: RealCalls;
let talks: TalkRepository;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account({ recallGapSeconds: 0, lines: 20 });
  calls = await RealCalls.make(service, account, await makeAgent(service, account));
  talks = service.app.get(TalkRepository, { strict: false });
});
afterAll(() => service.stop());

const turn = (n: number): Turn => ({
  speaker: n % 2 === 0 ? 'agent' : 'contact',
  text: `Sentence ${n} of a talk.`,
  startMs: 1_000 * n,
  endMs: 1_000 * n + 900,
});
const turnsUpTo = (n: number) => Array.from({ length: n }, (_, index) => turn(index));
const storedTurns = async (id: string) => (await talks.turnsSoFar([id])).get(id) ?? [];
const pieces = (id: string) =>
  service.unitOfWork.rows<{ bytes: number }>(
    'SELECT octet_length(turns::text) AS bytes FROM call_live_turns WHERE call_id = $1',
    [id],
  );

/** A leg of a process that stores its turns. */
function hold(id: string): { said(turns: readonly Turn[]): Promise<void> } {
  const legs = new ActiveLegs();
  const transcripts = new LiveTranscripts(legs, talks);
  const reference = { callId: id, attempt: 1 };
  legs.add({ ...reference, accountId: account.id } as Parameters<ActiveLegs['add']>[0]);
  return {
    said: async (turns) => {
      legs.addTurns(reference, turns);
      await transcripts.store();
    },
  };
}

test('stores each turn of a running talk once', async () => {
  const id = await calls.answered();
  const leg = hold(id);
  const turns = turnsUpTo(40);
  for (const one of turns) await leg.said([one]);
  await leg.said(turns);
  expect(await storedTurns(id)).toEqual(turns);
  const bytes = (await pieces(id)).reduce((sum, piece) => sum + piece.bytes, 0);
  expect(bytes).toBeLessThan(1.2 * JSON.stringify(turns).length);
});

test('returns the turns in the order of their start, whichever came first', async () => {
  const id = await calls.answered();
  const leg = hold(id);
  await leg.said([turn(0), turn(3)]);
  await leg.said([turn(1)]);
  expect(await storedTurns(id)).toEqual([turn(0), turn(1), turn(3)]);
});

test('moves what was stored to the transcript when the process of a talk is gone', async () => {
  const id = await calls.ended({}, turnsUpTo(3));
  expect(await pieces(id)).toEqual([]);
  expect(await storedTurns(id)).toEqual(turnsUpTo(3));
});

test('stores no piece of a talk that has ended, and none twice', async () => {
  const id = await calls.answered();
  for (const count of [1, 2, 1, 2]) await talks.addTurns(id, 0, turnsUpTo(count));
  expect(await storedTurns(id)).toEqual(turnsUpTo(2));
  await calls.tell(id, { type: 'ended', end: { cause: 'hung_up', by: 'contact', talkMs: 30_000 } });
  await talks.addTurns(id, 2, [turn(2)]);
  expect(await storedTurns(id)).toHaveLength(2);
});

test('adds pieces to the row of a talk that an older version began', async () => {
  const id = await calls.answered();
  await talks.storeTurns(id, turnsUpTo(2));
  await talks.addTurns(id, 2, [turn(2)]);
  expect(await storedTurns(id)).toEqual(turnsUpTo(3));
  await calls.tell(id, { type: 'ended', end: { cause: 'hung_up', by: 'contact', talkMs: 30_000 } });
  expect(await storedTurns(id)).toEqual(turnsUpTo(3));
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['retention', (id) => service.unitOfWork.run(() => talks.clearTranscript([id]))],
  ['an erasure', (id) => service.app.get(ErasureRepository, { strict: false }).emptyTalks([id])],
])('leaves no piece behind after %s where an older version ended the talk', async (_, remove) => {
  const id = await calls.ended({}, turnsUpTo(2));
  await service.unitOfWork.affected(
    `INSERT INTO call_live_turns (call_id, position, turns) SELECT call_id, 0, turns FROM call_talks WHERE call_id = $1`,
    [id],
  );
  await remove(id);
  expect(await storedTurns(id)).toEqual([]);
});
