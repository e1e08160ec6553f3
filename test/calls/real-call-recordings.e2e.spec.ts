import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LegMonitor } from '../../src/calling';
import { eraseContact } from '../../src/cli/contact-erasure';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { temporaryFolder } from '../harness/temporary-folder';
import { RealCalls } from '../harness/real-calls';

const DAY_MS = 86_400_000;
const TURNS = [
  { speaker: 'agent', text: 'Namaste.', startMs: 0, endMs: 900, responseMs: 0 },
  { speaker: 'contact', text: 'Haan ji.', startMs: 1_200, endMs: 2_000 },
  { speaker: 'agent', text: 'Dhanyavaad.', startMs: 2_640, endMs: 3_500, responseMs: 640 },
] as const;

const folder = temporaryFolder();
let service: TestApp;
let account: TestAccount;
let calls: RealCalls;

beforeAll(async () => {
  service = await TestApp.start({ DATA_DIR: folder.path, RETENTION_DAYS: '30' });
});
beforeEach(async () => {
  account = await service.account({ recallGapSeconds: 0, lines: 20 });
  calls = await RealCalls.make(service, account, await makeAgent(service, account));
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const row = async (id: string) =>
  (await service.unitOfWork.row<{ recording: string | null; recorded_ms: number | null }>(
    'SELECT recording, recorded_ms FROM calls WHERE id = $1',
    [id],
  ))!;
const fileOf = (id: string) => join(folder.path, 'recordings', `${id}.wav`);
/** As a media process stores it: what it holds does not matter. */
function storeFile(id: string): void {
  mkdirSync(join(folder.path, 'recordings'), { recursive: true });
  writeFileSync(fileOf(id), 'RIFF');
}

describe('the recording of a real call', () => {
  const recorded = (stored: boolean) => ({ recordingFile: { ms: 30_020, stored } });

  test('has a link once it is stored', async () => {
    const [stored, awaited, none] = [
      await calls.ended(recorded(true), TURNS),
      await calls.ended(recorded(false), TURNS),
      await calls.ended({}, TURNS),
    ];
    expect(await calls.read(stored)).toMatchObject({
      ended_by: 'contact',
      recording_url: expect.any(String),
    });
    for (const id of [awaited, none]) expect(await calls.read(id)).not.toHaveProperty('recording_url');
    await calls.tell(awaited, { type: 'recording_stored', ms: 30_020 });
    expect(await row(awaited)).toMatchObject({ recording: 'stored', recorded_ms: 30_020 });
    expect(await calls.read(awaited)).toHaveProperty('recording_url');
  });

  test('is the stored file, never made from the transcript', async () => {
    const id = await calls.ended(recorded(true), TURNS);
    const { recording_url, outcome } = await calls.final(id);
    expect(outcome?.transcript.map(({ response_ms }) => response_ms)).toEqual([0, undefined, 640]);
    expect((await fetch(recording_url!)).status).toBe(404);
    storeFile(id);
    expect(await (await fetch(recording_url!)).text()).toBe('RIFF');
  });

  test('is available without a transcript', async () => {
    const id = await calls.ended(recorded(true));
    expect(await calls.final(id)).toMatchObject({
      recording_url: expect.any(String),
      outcome: { transcript: [] },
    });
  });

  test('is awaited before the analysis for ten seconds at most', async () => {
    const [stored, late] = [await calls.ended(recorded(false)), await calls.ended(recorded(false))];
    await service.advance(5_000);
    expect((await calls.read(stored)).outcome).toBeNull();
    await calls.tell(stored, { type: 'recording_stored', ms: 30_020 });
    expect(await calls.final(stored)).toHaveProperty('recording_url');
    expect((await calls.read(late)).outcome).toBeNull();
    await service.advance(5_500);
    expect(await calls.final(late)).not.toHaveProperty('recording_url');
  });

  test('is assigned to a call whose process died, also before its end', async () => {
    const [first, last] = [await calls.answered(), await calls.answered()];
    await calls.tell(first, { type: 'recording_stored', ms: 12_000 });
    await service.unitOfWork.affected(
      `UPDATE line_use SET lease_until = $2::timestamptz - interval '1 s' WHERE call_id = ANY ($1)`,
      [[first, last], service.clock.now()],
    );
    await service.app.get(LegMonitor, { strict: false }).recoverExpired();
    for (const id of [first, last]) {
      const call = await calls.final(id);
      expect(call).toMatchObject({ status: 'completed', status_reason: expect.stringContaining('cut off') });
      expect(call).not.toHaveProperty('ended_by');
    }
    expect(await calls.read(last)).not.toHaveProperty('recording_url');
    await calls.tell(last, { type: 'recording_stored', ms: 12_000 });
    for (const id of [first, last]) {
      expect(await row(id)).toMatchObject({ recording: 'stored', recorded_ms: 12_000 });
      expect(await calls.read(id)).toHaveProperty('recording_url');
    }
  });

  test('is accepted from the call’s own dial and carrier alone', async () => {
    const id = await calls.ended();
    storeFile(id);
    await calls.tell(id, { type: 'recording_stored', ms: 9 }, { attempt: 2 });
    await calls.tell(id, { type: 'recording_stored', ms: 9 }, { carrier: 'twilio' });
    expect(await row(id)).toMatchObject({ recording: 'none' });
    expect(existsSync(fileOf(id))).toBe(true);
  });
});

describe('erasure of recordings', () => {
  const forgets = async (id: string) => {
    expect(await row(id)).toMatchObject({ recording: 'forgotten' });
    expect(existsSync(fileOf(id))).toBe(false);
    expect(await calls.read(id)).not.toHaveProperty('recording_url');
    // What comes only now is removed, too.
    storeFile(id);
    await calls.tell(id, { type: 'recording_stored', ms: 30_020 });
    expect(await row(id)).toMatchObject({ recording: 'forgotten' });
    expect(existsSync(fileOf(id))).toBe(false);
  };

  test('deletes those older than RETENTION_DAYS with or without transcript, stored or still to come', async () => {
    const words = await calls.ended({ recordingFile: { ms: 30_020, stored: true } }, TURNS);
    const wordless = await calls.ended({ recordingFile: { ms: 30_020, stored: true } });
    const awaited = await calls.ended({ recordingFile: { ms: 30_020, stored: false } });
    const lost = await calls.ended();
    const all = [words, wordless, awaited, lost];
    await service.advance(11_000);
    for (const id of all) await calls.final(id);
    for (const id of [words, wordless]) storeFile(id);
    await service.advance(29 * DAY_MS);
    for (const id of [words, wordless]) expect(await calls.read(id)).toHaveProperty('recording_url');
    await service.advance(2 * DAY_MS);
    for (const id of all) await forgets(id);
  });

  test('deletes by contact erase stored ones and those that come after a crash, and leaves awaited ones', async () => {
    const phone_number = number();
    const contact = { accountId: account.id, phoneNumber: phone_number };
    const end = { cause: 'hung_up', by: 'contact', talkMs: 30_000 } as const;
    const stored = await calls.answered({ phone_number });
    await calls.tell(stored, {
      type: 'ended',
      end: { ...end, recordingFile: { ms: 30_020, stored: false } },
    });
    await service.advance(11_000);
    await calls.final(stored);
    await expect(eraseContact(service.app, contact, false)).rejects.toThrow(stored);
    storeFile(stored);
    await calls.tell(stored, { type: 'recording_stored', ms: 30_020 });
    const crashed = await calls.answered({ phone_number });
    await calls.tell(crashed, { type: 'ended', end });
    await calls.final(crashed);
    expect((await eraseContact(service.app, contact, false)).erased).toMatchObject({ recordings: 1 });
    for (const id of [stored, crashed]) await forgets(id);
  });
});
