import { CarrierRecordingFetcher } from '../../src/carriers/application/carrier-recording-fetcher';
import type { CarrierRecordings } from '../../src/carriers/application/carrier-recordings';
import { PendingRecordingRepository } from '../../src/carriers/infrastructure/recordings/pending-recording.repository';
import { createDatabase, dropDatabase, TestApp } from '../harness/app';

let databaseUrl: string;
let service: TestApp;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  service = await TestApp.start({}, databaseUrl);
});
afterAll(async () => {
  await service.stop();
  await dropDatabase(databaseUrl);
});

/** A fetcher whose carriers never respond. */
function fetcher(rows: PendingRecordingRepository) {
  const running: string[] = [];
  const recordings: Pick<CarrierRecordings, 'find'> = {
    find: ({ trunkId }) => {
      running.push(trunkId);
      return new Promise(() => undefined);
    },
  };
  const fetching = new CarrierRecordingFetcher(
    service.clock,
    {} as never,
    rows,
    recordings as CarrierRecordings,
    {} as never,
    { id: 'this' },
  );
  return { fetching, running };
}

test('claims recordings of another trunk while a slow carrier has many due ones', async () => {
  const rows = new PendingRecordingRepository(service.unitOfWork);
  const endedAt = service.clock.now();
  const due = [...Array.from({ length: 9 }, () => 'trunk_slow'), 'trunk_other'];
  for (const [n, trunkId] of due.entries()) {
    const call = { reference: `hcall_${n}.1`, carrierCallId: `CA${n}` };
    await rows.add({ ...call, carrier: 'twilio', trunkId, talkMs: 1_000, endedAt, part: null });
  }
  service.clock.advance(5_000);
  const { fetching, running } = fetcher(rows);
  await fetching.run();
  await fetching.run();
  expect(running.toSorted()).toEqual(['trunk_other', 'trunk_slow', 'trunk_slow']);
});
