import { Sweeps } from '../../src/platform/sweeps';
import { CarrierRecordingFetcher } from '../../src/carriers/application/carrier-recording-fetcher';
import { createDatabase, dropDatabase, TestApp } from '../harness/app';
import { toneWav } from '../harness/audio-files';
import { cloudTrunk, reachable } from '../harness/cloud-service';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';
import { compileThreads, sipAccount } from '../harness/sip-accounts';

compileThreads();

let databaseUrl: string;
const running: TestApp[] = [];
let twilio: FakeTwilio;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  twilio = await FakeTwilio.open();
});
afterAll(async () => {
  for (const service of running) await service.stop();
  await twilio.close();
  await dropDatabase(databaseUrl);
});

async function start(role: string): Promise<TestApp> {
  const shared = { SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1', DATABASE_URL: databaseUrl };
  const service = await TestApp.start({ ...shared, ...(await reachable()), ROLE: role }, databaseUrl);
  running.push(service);
  return service;
}

test('fetches the recording of a bridged call whose end was never reported', async () => {
  const [api, media] = [await start('api'), await start('media')];
  const { id: trunk } = await cloudTrunk(media, 'twilio', twilio.url);
  const account = await sipAccount(api, [trunk], { carrier: 'twilio' });
  const calls = new HumanCallTests(api, account);
  const { id } = await calls.call({
    counsellor_id: await calls.counsellor(),
    phone_number: number(),
    analyze: true,
  });
  await calls.reaches(id, 'in_progress');
  await media.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();

  // Nobody looks it up, so it is ended when its minutes are long over.
  const worker = await start('worker');
  await worker.advance(2 * 3_600_000);
  await calls.reaches(id, 'completed');
  expect(await calls.read(id)).toMatchObject({ recording_url: null, analysis: { status: 'waiting' } });

  // What the carrier has recorded is fetched by the next process all the same.
  const leg = await worker.unitOfWork.row<{ carrierCallId: string }>(
    `SELECT carrier_id AS "carrierCallId" FROM legs WHERE call_id = $1 AND kind = 'counsellor'`,
    [id],
  );
  twilio.recordings.of(leg?.carrierCallId ?? '', { audio: toneWav(8_000, 2, [400, 1_000]) });
  const next = await start('media');
  await next.advance(2 * 3_600_000 + 30_000);
  await next.app.get(CarrierRecordingFetcher, { strict: false }).idle();
  expect((await calls.read(id)).recording_url).toEqual(expect.any(String));
});
