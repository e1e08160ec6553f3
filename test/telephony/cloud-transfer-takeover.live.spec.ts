import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { loudness, toneWav } from '../harness/audio-files';
import { makeAgent, number } from '../harness/builders';
import { cloudTrunk, killCloudProcess, reachable } from '../harness/cloud-service';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { compileThreads, queueCall, reaches, sipAccount, TALKS } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

const ASKS = 'I want to talk to a person, please transfer me.';
const KINDS = ['plivo', 'twilio'] as const;
type Kind = (typeof KINDS)[number];
/** 400 Hz the contact, 1,000 Hz the person. */
const RECORDED = toneWav(8_000, 3, [400, 1_000]);

const folder = mkdtempSync(join(tmpdir(), 'aics-handed-over-'));
let databaseUrl: string;
let shared: Record<string, string>;
let api: TestApp;
let speech: SpeechServer;
let fakes: Readonly<Record<Kind, FakePlivo | FakeTwilio>>;

const started = async () =>
  TestApp.start({ ...shared, ...(await reachable()), ROLE: 'media', DRAIN_SECONDS: '0' }, databaseUrl);

beforeAll(async () => {
  speech = await SpeechServer.start();
  databaseUrl = await createDatabase();
  shared = {
    ...speech.environment,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: '9'.repeat(64),
    PUBLIC_URL: 'http://127.0.0.1:1',
    DATA_DIR: folder,
  };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  fakes = { plivo: await FakePlivo.open(), twilio: await FakeTwilio.open() };
});
afterAll(async () => {
  await api.stop();
  for (const fake of Object.values(fakes)) await fake.close();
  speech.close();
  await dropDatabase(databaseUrl);
  rmSync(folder, { recursive: true });
});

/** What becomes of the person's phone, at both. */
interface PersonScript {
  readonly becomes?: 'answered' | 'rings';
  readonly hangUpAfterMs?: number;
}

/** A contact who talks with a person, to whom a process has handed them over. */
async function handedOver(media: TestApp, kind: Kind, does: PersonScript = { hangUpAfterMs: 14_000 }) {
  const fake = fakes[kind];
  const trunk = await cloudTrunk(media, kind, fake.url);
  const account = await sipAccount(api, [trunk.id], { carrier: kind });
  const [phone, person] = [number('0001'), number('0001')];
  speech.wordsByKeyterm.set(phone, [ASKS]);
  const agent_id = await makeAgent(api, account, {
    name: 'Priya',
    language: 'english',
    opening_line: 'Hello, this is Asha.',
    keyterms: [phone],
    handoff_numbers: [person],
    ...TALKS,
  });
  fake.will(phone, { speaksAtMs: 2_500 });
  fake.will(person, does);
  const id = await queueCall(api, { ...account, agent_id }, phone);
  await eventually(async () => {
    const { data } = await api.api(account).get(`/calls/${id}/timeline`);
    const wanted =
      does.becomes === 'rings' ? 'A person is asked to take the call.' : 'A person took the call.';
    expect(data.map(({ message }) => message)).toContain(wanted);
    expect(fake.callsTo(person)).toHaveLength(1);
  }, 20_000);
  const [call] = fake.callsTo(phone);
  fake.recordings.of(call!.id, { audio: RECORDED });
  return { account, id, fake, person, call: call! };
}

/** What the person talked, some 14 s, however late the end was found. */
const talkedSeconds = ({ answeredAt, endedAt }: { answeredAt: number | null; endedAt: number | null }) =>
  ((endedAt ?? 0) - (answeredAt ?? 0)) / 1_000;

test.each(['is killed', 'stops, and the trunks are turned off'])(
  'continues and follows a bridged transfer in another process when the process of the call %s',
  async (how) => {
    const media = await started();
    const calls = await Promise.all(KINDS.map((kind) => handedOver(media, kind)));
    if (how === 'is killed') await killCloudProcess(media);
    else {
      await media.stop();
      await api.unitOfWork.affected('UPDATE trunks SET enabled = false');
    }
    const other = await started();
    try {
      if (how === 'is killed') await other.advance(16_000);
      for (const { call } of calls) expect(call.status).toBe('in-progress');
      for (const { account, id, fake, person, call } of calls) {
        const ended = await reaches(api, account, id, 'completed', 40_000);
        expect(ended).not.toHaveProperty('ended_by');
        expect(ended).not.toHaveProperty('status_reason');
        expect(ended.duration_seconds).toBeGreaterThan(14);
        expect(fake.callsTo(person)).toHaveLength(1);
        expect(fake.callsTo(person)[0]?.status).toBe('completed');
        expect(call.status).toBe('completed');
        const legs = await api.unitOfWork.rows(
          'SELECT kind, ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1 ORDER BY kind',
          [id],
        );
        expect(legs).toEqual(
          ['contact', 'transfer'].map((kind) => ({ kind, open: false, hang_up_owed: false })),
        );
        const talk = await api.unitOfWork.row<{
          turns: { speaker: string; text: string; startMs: number }[];
        }>('SELECT turns FROM call_talks WHERE call_id = $1', [id]);
        expect(talk?.turns.map(({ text }) => text)).toContain(ASKS);
        expect(talk?.turns.at(-1)).toMatchObject({ speaker: 'human', text: '(not transcribed)' });
        const from = (talk?.turns.at(-1)?.startMs ?? 0) / 1_000;
        const talked = talkedSeconds(fake.callsTo(person)[0]!);
        expect(Math.abs((ended.duration_seconds ?? 0) - from - talked)).toBeLessThan(2.5);
        await eventually(async () => {
          await other.advance(30_000);
          expect(await api.unitOfWork.rows('SELECT FROM late_recordings', [])).toEqual([]);
          const { recording_url } = await api.api(account).get(`/calls/${id}`);
          const answer = await fetch((recording_url ?? '').replace(/^https?:\/\/[^/]+/, api.origin));
          const wav = Buffer.from(await answer.arrayBuffer());
          expect(loudness(wav, 1, 400, from + 0.5, from + 2.5)).toBeGreaterThan(0.2);
          expect(loudness(wav, 0, 1_000, from + 0.5, from + 2.5)).toBeGreaterThan(0.2);
        }, 20_000);
      }
    } finally {
      await other.stop();
      if (how === 'is killed') await media.stop();
    }
  },
);

test('hangs up both phones, and dials neither again, when a process is killed while a person rings', async () => {
  const media = await started();
  const calls = await Promise.all(KINDS.map((kind) => handedOver(media, kind, { becomes: 'rings' })));
  await killCloudProcess(media);
  const other = await started();
  try {
    await other.advance(16_000);
    for (const { account, id, fake, person, call } of calls) {
      const { status_reason } = await reaches(api, account, id, 'completed');
      expect(status_reason).toBe('The talk was cut off: the service that led it stopped.');
      await eventually(async () => {
        await other.advance(1_000);
        const over = ['completed', 'no-answer', 'cancel'];
        expect(over).toContain(call.status);
        expect(over).toContain(fake.callsTo(person)[0]?.status);
      });
      expect(fake.callsTo(person)).toHaveLength(1);
    }
  } finally {
    await other.stop();
    await media.stop();
  }
});
