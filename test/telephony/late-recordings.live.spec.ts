import { readFile } from 'node:fs/promises';
import { loudness, MP3, toneWav } from '../harness/audio-files';
import { ACCOUNT_SID, type FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { LateRecordingsDriver, RECORDED } from '../harness/late-recordings';

const driver = new LateRecordingsDriver();

test.each([
  ['twilio', 'WAV of 8 kHz', () => RECORDED],
  ['exotel', 'WAV of 44.1 kHz', () => toneWav(44_100, 2, [400, 1_000])],
  ['plivo', 'MP3', () => readFile(MP3.stereo8000)],
] as const)('%s: stores a recording of %s at the first try', async (kind, _format, audio) => {
  const carrier = driver.on(kind);
  const call = await carrier.over({ analyze: true });
  const recording = carrier.fake.recordings.of(call.carrierCallId, { audio: await audio() });
  expect((await carrier.calls.read(call.id)).recording_url).toBeNull();
  await carrier.advance(2);
  // The others announce it.
  expect(recording.downloads).toBeLessThanOrEqual(kind === 'exotel' ? 0 : 1);
  await carrier.advance(3);
  expect(recording.downloads).toBe(1);
  expect(await driver.rows.count()).toBe(0);
  const wav = await carrier.download(call);
  expect(wav.readUInt32LE(24)).toBe(8_000);
  expect(loudness(wav, 0, 400, 0.3, 0.9)).toBeGreaterThan(0.2);
  const [from, to] = kind === 'plivo' ? [1.3, 1.9] : [0.3, 0.9];
  expect(loudness(wav, 1, 1_000, from, to)).toBeGreaterThan(0.2);
  expect((await carrier.calls.events(call.id)).length).toBeLessThanOrEqual(1);
  await carrier.advance(60);
  expect(recording.downloads).toBe(1);
});

test.each(['twilio', 'plivo', 'exotel'] as const)(
  '%s: stores a recording that is 30 minutes late',
  async (kind) => {
    const carrier = driver.on(kind);
    const call = await carrier.over();
    // Where the carrier announces it, that is a look of its own.
    await carrier.fake.network.quiet();
    await carrier.advance(1);
    const asked = carrier.fake.recordings.asked.length;
    for (const seconds of [5, 25, 90, 180, 600]) await carrier.advance(seconds);
    await carrier.advance(889);
    expect(carrier.fake.recordings.asked.length - asked).toBe(5);
    expect((await carrier.calls.read(call.id)).analysis.status).toBe('waiting');
    carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED });
    await carrier.advance(10);
    expect((await carrier.download(call)).length).toBeGreaterThan(60_000);
    expect((await carrier.calls.read(call.id)).analysis.reason).not.toBe('no_recording');
  },
);

test('gives up a recording that never comes, and analyses the call then', async () => {
  const carrier = driver.on('plivo');
  const call = await carrier.over();
  for (const seconds of [5, 25, 90, 180, 600, 890]) await carrier.advance(seconds);
  expect((await carrier.calls.read(call.id)).analysis.status).toBe('waiting');
  await carrier.advance(10);
  const read = await carrier.calls.read(call.id);
  expect(read.analysis).toMatchObject({ status: 'skipped', reason: 'no_recording' });
  expect(read.recording_url).toBeNull();
  expect(await carrier.calls.events(call.id)).toMatchObject([{ type: 'human_call.analysis_ready' }]);
  expect(await driver.rows.count()).toBe(0);
});

test('tries once after a duplicate callback with a forged address, and changes nothing else', async () => {
  const carrier = driver.on('twilio');
  const twilio = carrier.fake as FakeTwilio;
  const call = await carrier.over();
  await carrier.advance(31);
  const recording = twilio.recordings.of(call.carrierCallId, { audio: RECORDED });
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
  await carrier.advance(1);
  expect(recording.downloads).toBe(0);
  const right = twilio.sign(url, fields);
  expect(await Promise.all([announce(right), announce(right), announce(right)])).toEqual([200, 200, 200]);
  await carrier.advance(5);
  expect(recording.downloads).toBe(1);
  expect(await announce(right)).toBe(200);
  await carrier.advance(30);
  expect(recording.downloads).toBe(1);
  await carrier.download(call);
});

test('awaits no recording with --recording no', async () => {
  const carrier = driver.on('twilio');
  const accountId = carrier.calls.account.id;
  await driver.service.unitOfWork.affected('UPDATE accounts SET recording = false WHERE id = $1', [
    accountId,
  ]);
  await carrier.over();
  expect(await driver.rows.count()).toBe(0);
  await driver.service.unitOfWork.affected('UPDATE accounts SET recording = true WHERE id = $1', [accountId]);
});

test('fetches a recording from a disabled trunk, and counts awaited ones in the gauge', async () => {
  const carrier = driver.on('exotel');
  const call = await carrier.over();
  carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED });
  const gauge = async () => {
    const metrics = await (await fetch(`${driver.service.origin}/metrics`)).text();
    return /^aics_recordings_waiting (\d+)$/m.exec(metrics)?.[1];
  };
  expect(await gauge()).toBe('1');
  const turn = (isOn: boolean) =>
    driver.service.unitOfWork.affected(`UPDATE trunks SET enabled = $1 WHERE kind = 'exotel'`, [isOn]);
  await turn(false);
  await carrier.advance(5);
  await carrier.download(call);
  expect(await gauge()).toBe('0');
  await turn(true);
});

test('leaves nothing on the disk, and logs no secret', async () => {
  await driver.expectNothingLeft();
  expect(driver.log).toMatch(/given up/);
});
