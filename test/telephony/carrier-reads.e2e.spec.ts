import { CarrierQuotaRepository } from '../../src/trunks/infrastructure/carrier-quota.repository';
import { createDatabase, dropDatabase, TestApp } from '../harness/app';
import { makeTrunk } from '../harness/trunks';

let databaseUrl: string;
let processes: TestApp[];
let trunkId: string;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  processes = [];
  for (let n = 0; n < 2; n++) processes.push(await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl));
  trunkId = (await makeTrunk(processes[0]!, 'exotel', { enabled: 'no' })).id;
});
afterAll(async () => {
  for (const process of processes) await process.stop();
  await dropDatabase(databaseUrl);
});

/** How many of `looks` concurrent looks a process is allowed. */
async function allowed(process: TestApp, looks: number): Promise<number> {
  const repository = process.app.get(CarrierQuotaRepository, { strict: false });
  const taken = await Promise.all(Array.from({ length: looks }, () => repository.acquire(trunkId, 200)));
  return taken.filter(Boolean).length;
}

test('limits the reads of all processes together to 200 a minute for a carrier', async () => {
  const both = await Promise.all(processes.map((process) => allowed(process, 130)));
  expect(both.reduce((sum, one) => sum + one)).toBe(200);
  await processes[1]!.advance(30_000);
  expect(await allowed(processes[1]!, 3)).toBe(0);
  await processes[1]!.advance(31_000);
  expect(await allowed(processes[1]!, 3)).toBe(3);
  const rows = await processes[0]!.unitOfWork.rows(
    'SELECT cardinality(looked_at) AS kept FROM carrier_looks',
  );
  expect(rows).toEqual([{ kept: 3 }]);
});
