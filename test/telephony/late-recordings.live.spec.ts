import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Recordings } from '../../src/platform/storage/recordings';
import { PendingRecordingRepository } from '../../src/carriers/infrastructure/recordings/pending-recording.repository';
import type { TestApp } from '../harness/app';
import { loudness, MP3, silentMp3, toneWav } from '../harness/audio-files';
import { ACCOUNT_SID, AUTH_TOKEN, type FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { cloudService } from '../harness/cloud-service';
import { type JoinedCall, RecordedCalls } from '../harness/late-recordings';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

const WAV = toneWav(8_000, 2, [400, 1_000]);

const log: string[] = [];
let service: TestApp;
const stages = new Map<string, RecordedCalls>();

beforeAll(async () => {
  service = await cloudService({ LOG_LEVEL: 'info' }, (line) => log.push(line));
  for (const kind of ['twilio', 'plivo', 'exotel'] as const)
    stages.set(kind, await RecordedCalls.begin(service, kind));
}, 120_000);
afterEach(async () => {
  // What a test left must not be found by the next.
  await service.unitOfWork.affected('DELETE FROM late_recordings', []);
});
afterAll(async () => {
  for (const { fake } of stages.values()) await fake.close();
  await service.stop();
});

const on = (kind: string): RecordedCalls => stages.get(kind)!;
const awaited = () => service.app.get(PendingRecordingRepository, { strict: false }).count();

/** The stored recording, as a client hears it. */
async function heard(stage: RecordedCalls, { id }: JoinedCall): Promise<Buffer> {
  const { recording_url } = await stage.calls.read(id);
  const answer = await fetch((recording_url ?? '').replace(/^https?:\/\/[^/]+/, service.origin));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test.each([
  ['twilio', 'WAV of 8 kHz', () => WAV],
  ['exotel', 'WAV of 44.1 kHz', () => toneWav(44_100, 2, [400, 1_000])],
  ['plivo', 'MP3', () => readFile(MP3.stereo8000)],
] as const)('%s: %s, which is there when it is looked for first', async (kind, _format, audio) => {
  const stage = on(kind);
  const call = await stage.over({ analyze: true });
  const recording = stage.fake.recordings.of(call.carrierCallId, { audio: await audio() });
  expect((await stage.calls.read(call.id)).recording_url).toBeNull();
  await stage.advance(2);
  // The others announce it.
  expect(recording.downloads).toBeLessThanOrEqual(kind === 'exotel' ? 0 : 1);
  await stage.advance(3);
  expect(recording.downloads).toBe(1);
  expect(await awaited()).toBe(0);
  const wav = await heard(stage, call);
  expect(wav.readUInt32LE(24)).toBe(8_000);
  expect(loudness(wav, 0, 400, 0.3, 0.9)).toBeGreaterThan(0.2);
  const [from, to] = kind === 'plivo' ? [1.3, 1.9] : [0.3, 0.9];
  expect(loudness(wav, 1, 1_000, from, to)).toBeGreaterThan(0.2);
  expect((await stage.calls.events(call.id)).length).toBeLessThanOrEqual(1);
  await stage.advance(60);
  expect(recording.downloads).toBe(1);
});

test.each(['twilio', 'plivo', 'exotel'] as const)('%s: one that is 30 minutes late', async (kind) => {
  const stage = on(kind);
  const call = await stage.over();
  // Where the carrier announces it, that is a look of its own.
  await stage.fake.network.quiet();
  await stage.advance(1);
  const asked = stage.fake.recordings.asked.length;
  for (const seconds of [5, 25, 90, 180, 600]) await stage.advance(seconds);
  await stage.advance(889);
  expect(stage.fake.recordings.asked.length - asked).toBe(5);
  expect((await stage.calls.read(call.id)).analysis.status).toBe('waiting');
  stage.fake.recordings.of(call.carrierCallId, { audio: WAV });
  await stage.advance(10);
  expect((await heard(stage, call)).length).toBeGreaterThan(60_000);
  expect((await stage.calls.read(call.id)).analysis.reason).not.toBe('no_recording');
});

test('one that never comes: it is given up, and the analysis does not wait longer', async () => {
  const stage = on('plivo');
  const call = await stage.over();
  for (const seconds of [5, 25, 90, 180, 600, 890]) await stage.advance(seconds);
  expect((await stage.calls.read(call.id)).analysis.status).toBe('waiting');
  await stage.advance(10);
  const read = await stage.calls.read(call.id);
  expect(read.analysis).toMatchObject({ status: 'skipped', reason: 'no_recording' });
  expect(read.recording_url).toBeNull();
  expect(await stage.calls.events(call.id)).toMatchObject([{ type: 'human_call.analysis_ready' }]);
  expect(await awaited()).toBe(0);
});

test('an announcement, doubled and with a forged address, brings one look and changes nothing else', async () => {
  const stage = on('twilio');
  const twilio = stage.fake as FakeTwilio;
  const call = await stage.over();
  await stage.advance(31);
  const recording = twilio.recordings.of(call.carrierCallId, { audio: WAV });
  const fields = {
    AccountSid: ACCOUNT_SID,
    CallSid: call.carrierCallId,
    RecordingStatus: 'completed',
    RecordingUrl: 'http://169.254.169.254/latest/meta-data',
  };
  // As the TwiML says.
  const twiml = twilio.calls.find(({ id }) => id === call.carrierCallId)?.form.get('Twiml') ?? '';
  const url = /recordingStatusCallback="([^"#]+)/.exec(twiml)?.[1] ?? '';
  const announce = async (signature: string) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(fields),
      })
    ).status;
  expect(await announce('forged')).toBe(404);
  await stage.advance(1);
  expect(recording.downloads).toBe(0);
  const right = twilio.sign(url, fields);
  expect(await Promise.all([announce(right), announce(right), announce(right)])).toEqual([200, 200, 200]);
  await stage.advance(5);
  expect(recording.downloads).toBe(1);
  expect(await announce(right)).toBe(200);
  await stage.advance(30);
  expect(recording.downloads).toBe(1);
  await heard(stage, call);
});

test.each<[string, { audio?: Buffer; statuses?: number[] }]>([
  ['404, then there', { statuses: [404] }],
  ['401, then there', { statuses: [401] }],
  ['503, then there', { statuses: [503] }],
  ['a page, then audio', { audio: Buffer.from('<html>soon</html>') }],
  ['hours of silence in few bytes, then audio', { audio: silentMp3(2 * 3_600) }],
])('what its host gives first: %s', async (_what, first) => {
  const stage = on('exotel');
  const call = await stage.over();
  stage.fake.recordings.of(call.carrierCallId, { audio: WAV, ...first });
  await stage.advance(5);
  expect((await stage.calls.read(call.id)).recording_url).toBeNull();
  expect(await awaited()).toBe(1);
  stage.fake.recordings.of(call.carrierCallId, { audio: WAV });
  await stage.advance(25);
  expect((await heard(stage, call)).length).toBeGreaterThan(60_000);
});

test('a carrier that refuses, or is away: it is looked for again', async () => {
  const stage = on('twilio');
  const call = await stage.over();
  stage.fake.recordings.of(call.carrierCallId, { audio: WAV });
  for (const [broken, seconds] of [
    [401, 5],
    [500, 25],
  ] as const) {
    stage.fake.broken = broken;
    await stage.advance(seconds);
    expect((await stage.calls.read(call.id)).recording_url).toBeNull();
  }
  stage.fake.broken = null;
  await stage.advance(90);
  await heard(stage, call);
});

test('a store that is away costs no look: it is tried until it is back, also after the last one', async () => {
  const stage = on('twilio');
  const call = await stage.over();
  stage.fake.recordings.of(call.carrierCallId, { audio: WAV });
  const add = jest
    .spyOn(service.app.get(Recordings, { strict: false }), 'add')
    .mockRejectedValue(new Error('the bucket is away'));
  for (const seconds of [5, 60, 1_800, 60]) await stage.advance(seconds);
  expect(add.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect((await stage.calls.read(call.id)).analysis.status).toBe('waiting');
  add.mockRestore();
  await stage.advance(60);
  await heard(stage, call);
});

test('what a dead process was at is fetched by another, once', async () => {
  const stage = on('plivo');
  const [call, other] = [await stage.over(), await stage.over()];
  for (const { carrierCallId } of [call, other]) stage.fake.recordings.of(carrierCallId, { audio: WAV });
  // As after kill -9 in the midst of the first and of the last look.
  await service.unitOfWork.affected(
    `UPDATE late_recordings SET claimed_by = 'gone', due_at = CASE reference WHEN $1 THEN 'infinity' ELSE due_at END`,
    [`${other.id}.1`],
  );
  await stage.advance(1);
  for (const one of [call, other]) {
    expect(stage.fake.recordings.of(one.carrierCallId).downloads).toBe(1);
    await heard(stage, one);
  }
});

test('of processes that look at once one has it, and it is left to that one while it lives', async () => {
  const stage = on('plivo');
  const call = await stage.over();
  const recording = stage.fake.recordings.of(call.carrierCallId, { audio: WAV });
  service.clock.advance(5_000);
  const now = service.clock.now();
  const others = ['one', 'two', 'three'];
  await service.unitOfWork.affected(
    `INSERT INTO media_processes (id, started_at, heartbeat_at, sip_address, languages, tts_engines)
     SELECT id, $2, $2::timestamptz + interval '1 minute', '127.0.0.1:1', '[]', '[]' FROM unnest($1::text[]) AS o (id)`,
    [others, now],
  );
  const rows = service.app.get(PendingRecordingRepository, { strict: false });
  const looking = { now, deadBefore: new Date(+now - 20_000), running: [], busyTrunks: [], most: 8 };
  const claims = await Promise.all(others.map((processId) => rows.claim({ processId, ...looking })));
  expect(claims.flat()).toMatchObject([{ reference: `${call.id}.1` }]);
  await stage.advance(10);
  expect(recording.downloads).toBe(0);
  await service.unitOfWork.affected(`DELETE FROM media_processes WHERE id = ANY ($1)`, [others]);
  await stage.advance(1);
  expect(recording.downloads).toBe(1);
});

test('with --recording no nothing is awaited', async () => {
  const stage = on('twilio');
  const { account } = stage.calls;
  await service.unitOfWork.affected('UPDATE accounts SET recording = false WHERE id = $1', [account.id]);
  await stage.over();
  expect(await awaited()).toBe(0);
  await service.unitOfWork.affected('UPDATE accounts SET recording = true WHERE id = $1', [account.id]);
});

test('a trunk that is turned off by now still gives it; the gauge counts what is awaited', async () => {
  const stage = on('exotel');
  const call = await stage.over();
  stage.fake.recordings.of(call.carrierCallId, { audio: WAV });
  const gauge = async () => {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    return /^aics_recordings_waiting (\d+)$/m.exec(metrics)?.[1];
  };
  expect(await gauge()).toBe('1');
  const turn = (isOn: boolean) =>
    service.unitOfWork.affected(`UPDATE trunks SET enabled = $1 WHERE kind = 'exotel'`, [isOn]);
  await turn(false);
  await stage.advance(5);
  await heard(stage, call);
  expect(await gauge()).toBe('0');
  await turn(true);
});

test('nothing is left on the disk, and no secret in the log', async () => {
  expect(await readdir(join(service.dataDir, 'recordings', 'unfinished')).catch(() => [])).toEqual([]);
  const all = log.join('\n');
  for (const [what, isThere] of [
    [/given up/, true],
    [new RegExp(AUTH_TOKEN), false],
    [/\/media\/|Recordings\/RE/, false],
    [/"status":500/, false],
  ] as const)
    expect([what, what.test(all)]).toEqual([what, isThere]);
});
