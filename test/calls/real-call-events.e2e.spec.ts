import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LegMonitor } from '../../src/calling';
import { CallProgress } from '../../src/calls/application/call-progress';
import { eraseContact } from '../../src/cli/contact-erasure';
import type { Carrier } from '../../src/carriers';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { temporaryFolder } from '../harness/temporary-folder';
import { RealCalls } from '../harness/real-calls';

const DAY_MS = 86_400_000;
const SHOWN = '+912248001000';
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
  (await service.unitOfWork.row<{ recording: string | null; recorded_ms: number | null; watchdog_at: Date }>(
    'SELECT recording, recorded_ms, watchdog_at FROM calls WHERE id = $1',
    [id],
  ))!;
const fileOf = (id: string) => join(folder.path, 'recordings', `${id}.wav`);
/** As a media process stores it: what it holds does not matter. */
function storeFile(id: string): void {
  mkdirSync(join(folder.path, 'recordings'), { recursive: true });
  writeFileSync(fileOf(id), 'RIFF');
}
describe('a detail of a dial', () => {
  const message = 'Trunk mumbai-1 was asked.';

  test('is in the timeline at its time, and keeps the watchdog away', async () => {
    const id = await calls.dialed();
    const [asked, told] = [new Date(service.clock.nowMs() - 400), new Date(service.clock.nowMs() - 100)];
    const before = (await row(id)).watchdog_at;
    await service.unitOfWork.affected(
      `UPDATE calls SET watchdog_at = watchdog_at - interval '1 min' WHERE id = $1`,
      [id],
    );
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message: 'It answered 503.' }, { at: told });
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message, shownNumber: SHOWN }, { at: asked });
    expect(await calls.timeline(id, 'trunk')).toEqual([
      { at: asked.toISOString(), type: 'trunk', message },
      { at: told.toISOString(), type: 'trunk', message: 'It answered 503.' },
    ]);
    expect((await row(id)).watchdog_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await calls.read(id)).toMatchObject({ status: 'dialing', account_number: SHOWN });
  });

  test('changes nothing when it is of an earlier dial, or from another carrier', async () => {
    const id = await calls.dialed();
    const refusal = { temporary: true, reason: '503, it has no capacity right now' };
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message, shownNumber: SHOWN });
    await refuse(id, 1, refusal);
    expect(await calls.read(id)).not.toHaveProperty('account_number');
    await calls.dial(id, '+912248002000');
    await calls.tell(id, { type: 'timeline', kind: 'trunk', message: 'late', shownNumber: SHOWN });
    await calls.tell(
      id,
      { type: 'timeline', kind: 'trunk', message: 'strange', shownNumber: SHOWN },
      { attempt: 2, carrier: 'twilio' },
    );
    expect(await calls.timeline(id, 'trunk')).toHaveLength(1);
    expect(await calls.read(id)).toMatchObject({ account_number: '+912248002000' });
  });
});

describe('a refusal', () => {
  const counted = async (id: string) => ({
    dials: await service.unitOfWork.rows('SELECT FROM dials WHERE call_id = $1 AND counted', [id]),
    lines: await service.unitOfWork.rows('SELECT FROM line_use WHERE call_id = $1', [id]),
  });

  test.each([
    ['takes the count back', false, 0],
    ['counts when a phone may have rung', true, 1],
  ])('puts the call back, frees its line, and %s', async (_, counts, dials) => {
    const id = await calls.dialed();
    await refuse(id, 1, { temporary: true, reason: 'it did not answer', countsAsDial: counts });
    expect(await calls.read(id)).toMatchObject({ status: 'queued' });
    const left = await counted(id);
    expect([left.dials.length, left.lines.length]).toEqual([dials, 0]);
  });
});

describe('who answered', () =>
  test('is shown once it is found out, and with the event', async () => {
    const id = await calls.answered();
    expect(await calls.read(id)).not.toHaveProperty('answered_by');
    await calls.tell(id, { type: 'answering_party', value: 'voicemail' });
    expect(await calls.read(id)).toMatchObject({ answered_by: 'voicemail' });
    await calls.tell(id, { type: 'ended', end: { cause: 'hung_up', by: 'agent', talkMs: 9_000 } });
    await calls.final(id);
    const event = await service.unitOfWork.row<{ body: string }>(
      'SELECT body FROM webhook_events WHERE call_id = $1',
      [id],
    );
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      data: { answered_by: 'voicemail', ended_by: 'agent', direction: 'outbound' },
    });
  }));

const recorded = (stored: boolean) => ({ recordingFile: { ms: 30_020, stored } });

describe('the recording', () => {
  test('of a call that was recorded has a link once it is stored', async () => {
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

  test('is what was stored, and never made from the words', async () => {
    const id = await calls.ended(recorded(true), TURNS);
    const { recording_url, outcome } = await calls.final(id);
    expect(outcome?.transcript.map(({ response_ms }) => response_ms)).toEqual([0, undefined, 640]);
    expect((await fetch(recording_url!)).status).toBe(404);
    storeFile(id);
    expect(await (await fetch(recording_url!)).text()).toBe('RIFF');
  });

  test('is there without a word', async () => {
    const id = await calls.ended(recorded(true));
    expect(await calls.final(id)).toMatchObject({
      recording_url: expect.any(String),
      outcome: { transcript: [] },
    });
  });

  test('is awaited before the talk is read, ten seconds at the most', async () => {
    const [stored, late] = [await calls.ended(recorded(false)), await calls.ended(recorded(false))];
    await service.advance(5_000);
    expect((await calls.read(stored)).outcome).toBeNull();
    await calls.tell(stored, { type: 'recording_stored', ms: 30_020 });
    expect(await calls.final(stored)).toHaveProperty('recording_url');
    expect((await calls.read(late)).outcome).toBeNull();
    await service.advance(5_500);
    expect(await calls.final(late)).not.toHaveProperty('recording_url');
  });

  test('of a call whose process died is the call’s, also when it comes before the end', async () => {
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

  test('is the call’s own dial’s, and from its own carrier', async () => {
    const id = await calls.ended();
    storeFile(id);
    await calls.tell(id, { type: 'recording_stored', ms: 9 }, { attempt: 2 });
    await calls.tell(id, { type: 'recording_stored', ms: 9 }, { carrier: 'twilio' });
    expect(await row(id)).toMatchObject({ recording: 'none' });
    expect(existsSync(fileOf(id))).toBe(true);
  });
});

describe('what is forgotten', () => {
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

  test('by RETENTION_DAYS: recordings with words or without, stored or still to come', async () => {
    const words = await calls.ended(recorded(true), TURNS);
    const wordless = await calls.ended(recorded(true));
    const awaited = await calls.ended(recorded(false));
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

  test('by contact erase: what is there, and what still comes after a crash; what is awaited goes on', async () => {
    const phone_number = number();
    const contact = { accountId: account.id, phoneNumber: phone_number };
    const end = { cause: 'hung_up', by: 'contact', talkMs: 30_000 } as const;
    const stored = await calls.answered({ phone_number });
    await calls.tell(stored, { type: 'ended', end: { ...end, ...recorded(false) } });
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

/** As the carrier answers to the order. */
async function refuse(
  id: string,
  attempt: number,
  refusal: { temporary: boolean; reason: string; countsAsDial?: boolean },
): Promise<void> {
  const carrier = { waitMs: (ms: number) => ms } as Carrier;
  const progress = service.app.get(CallProgress, { strict: false });
  await progress.refused({ callId: id, attempt }, refusal, carrier);
}

describe('the part of a talk after a transfer', () => {
  const NOBODY_KNOWS = { speaker: 'human', text: '(not transcribed)', startMs: 4_000, endMs: 9_000 } as const;
  const SAID = [
    { speaker: 'human', text: 'Main Ravi.', startMs: 4_200, endMs: 5_000 },
    { speaker: 'contact', text: 'Fees kitni hai?', startMs: 5_400, endMs: 6_600 },
  ] as const;
  const speakers = async (id: string) => {
    const { outcome } = await service.api(account).get(`/calls/${id}`);
    return outcome?.transcript.map(
      ({ speaker, text }: { speaker: string; text: string }) => `${speaker}: ${text}`,
    );
  };
  const transferred = () =>
    calls.ended({ recordingFile: { ms: 9_000, stored: true }, transcribing: true }, [...TURNS, NOBODY_KNOWS]);

  test('is waited for, and takes the place of the turn without words', async () => {
    const id = await transferred();
    await service.advance(30_000);
    expect(await speakers(id)).toBeUndefined();
    await calls.tell(id, { type: 'transcription', turns: SAID });
    await calls.tell(id, { type: 'transcription', turns: SAID });
    await service.advance(1_000);
    expect((await speakers(id))?.slice(-3)).toEqual([
      'agent: Dhanyavaad.',
      'human: Main Ravi.',
      'contact: Fees kitni hai?',
    ]);
  });

  test.each([
    ['fails', true],
    ['never comes', false],
  ])('that %s leaves the turn without words', async (_, fails) => {
    const id = await transferred();
    if (fails) await calls.tell(id, { type: 'transcription', turns: null });
    await service.advance(fails ? 1_000 : 61_000);
    expect((await speakers(id))?.at(-1)).toBe('human: (not transcribed)');
    await calls.tell(id, { type: 'transcription', turns: SAID });
    expect((await speakers(id))?.at(-1)).toBe('human: (not transcribed)');
  });
});
