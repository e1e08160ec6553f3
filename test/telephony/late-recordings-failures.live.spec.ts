import { Recordings } from '../../src/platform/storage/recordings';
import { silentMp3 } from '../harness/audio-files';
import { LateRecordingsDriver, RECORDED } from '../harness/late-recordings';

const driver = new LateRecordingsDriver();

test.each<[string, { audio?: Buffer; statuses?: number[] }]>([
  ['404, then there', { statuses: [404] }],
  ['401, then there', { statuses: [401] }],
  ['503, then there', { statuses: [503] }],
  ['a page, then audio', { audio: Buffer.from('<html>soon</html>') }],
  ['hours of silence in few bytes, then audio', { audio: silentMp3(2 * 3_600) }],
])('retries a recording whose host first responds with %s', async (_what, first) => {
  const carrier = driver.on('exotel');
  const call = await carrier.over();
  carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED, ...first });
  await carrier.advance(5);
  expect((await carrier.calls.read(call.id)).recording_url).toBeNull();
  expect(await driver.rows.count()).toBe(1);
  carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED });
  await carrier.advance(25);
  expect((await carrier.download(call)).length).toBeGreaterThan(60_000);
});

test('retries after a refusal or an outage of the carrier', async () => {
  const carrier = driver.on('twilio');
  const call = await carrier.over();
  carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED });
  for (const [broken, seconds] of [
    [401, 5],
    [500, 25],
  ] as const) {
    carrier.fake.broken = broken;
    await carrier.advance(seconds);
    expect((await carrier.calls.read(call.id)).recording_url).toBeNull();
  }
  carrier.fake.broken = null;
  await carrier.advance(90);
  await carrier.download(call);
});

test('counts no try while the store is unavailable, and stores the recording when it is back, also after the last try', async () => {
  const carrier = driver.on('twilio');
  const call = await carrier.over();
  carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED });
  const add = jest
    .spyOn(driver.service.app.get(Recordings, { strict: false }), 'add')
    .mockRejectedValue(new Error('the bucket is away'));
  for (const seconds of [5, 60, 1_800, 60]) await carrier.advance(seconds);
  expect(add.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect((await carrier.calls.read(call.id)).analysis.status).toBe('waiting');
  add.mockRestore();
  await carrier.advance(60);
  await carrier.download(call);
});

test('fetches recordings of a dead process once, by another one', async () => {
  const carrier = driver.on('plivo');
  const [call, other] = [await carrier.over(), await carrier.over()];
  for (const { carrierCallId } of [call, other])
    carrier.fake.recordings.of(carrierCallId, { audio: RECORDED });
  // The first look at the first call may be under way on a slow machine, and would release its row.
  await carrier.idle();
  // As after kill -9 in the midst of the first and of the last look.
  await driver.service.unitOfWork.affected(
    `UPDATE late_recordings SET claimed_by = 'gone', due_at = CASE reference WHEN $1 THEN 'infinity' ELSE due_at END`,
    [`${other.id}.1`],
  );
  await carrier.advance(1);
  for (const one of [call, other]) {
    expect(carrier.fake.recordings.of(one.carrierCallId).downloads).toBe(1);
    await carrier.download(one);
  }
});

test('claims a recording for one of several processes while it lives', async () => {
  const carrier = driver.on('plivo');
  const call = await carrier.over();
  const recording = carrier.fake.recordings.of(call.carrierCallId, { audio: RECORDED });
  driver.service.clock.advance(5_000);
  const now = driver.service.clock.now();
  const others = ['one', 'two', 'three'];
  await driver.service.unitOfWork.affected(
    `INSERT INTO media_processes (id, started_at, heartbeat_at, sip_address, languages, tts_engines)
     SELECT id, $2, $2::timestamptz + interval '1 minute', '127.0.0.1:1', '[]', '[]' FROM unnest($1::text[]) AS o (id)`,
    [others, now],
  );
  const looking = { now, deadBefore: new Date(+now - 20_000), running: [], most: 8, mostOfTrunk: 2 };
  const claims = await Promise.all(others.map((processId) => driver.rows.claim({ processId, ...looking })));
  expect(claims.flat()).toMatchObject([{ reference: `${call.id}.1` }]);
  await carrier.advance(10);
  expect(recording.downloads).toBe(0);
  await driver.service.unitOfWork.affected(`DELETE FROM media_processes WHERE id = ANY ($1)`, [others]);
  await carrier.advance(1);
  expect(recording.downloads).toBe(1);
});

test('leaves nothing on the disk, and logs no secret', () => driver.expectNothingLeft());
