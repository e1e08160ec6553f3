import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { makeTrunk } from '../harness/trunks';

const HOUR_MS = 3_600_000;

let service: TestApp;
let tests: ConsoleTests;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
afterAll(() => service.stop());

interface Leg {
  readonly account: string;
  readonly trunk: string;
  readonly shown: string;
  readonly mos: number;
  readonly hoursAgo: number;
}

async function addLeg({ account, trunk, shown, mos, hoursAgo }: Leg): Promise<void> {
  const line = { in: { mos, jitterMs: 10 - mos, lostPercent: 4.4 - mos, latePercent: 0 } };
  await service.unitOfWork.affected(
    `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, shown_number, began_at, ended_at, line)
     VALUES ('leg_' || md5(random()::text), $1, 'call_1', 1, 1, $2, 'contact', 1, $3, $4, $4, $5)`,
    [account, trunk, shown, new Date(service.clock.nowMs() - hoursAgo * HOUR_MS), JSON.stringify(line)],
  );
}

test('returns the line quality of own numbers and trunks for 24 hours, and of no other account', async () => {
  const [own, other] = [await service.account(), await service.account()];
  const person = await tests.person(own.id, ['STAFF']);
  const trunk = (await makeTrunk(service, 'sip')).id;
  const commands = new TelephonyOperations(service.app);
  const [used, unused] = [number(), number()];
  for (const phone of [used, unused]) await commands.addNumber(own.id, phone, { trunkId: trunk });
  for (const mos of [4.4, 4.3, 4.2, 3.1])
    await addLeg({ account: own.id, trunk, shown: used, mos, hoursAgo: 23 });
  await addLeg({ account: own.id, trunk, shown: used, mos: 1, hoursAgo: 25 });
  await addLeg({ account: other.id, trunk, shown: used, mos: 1, hoursAgo: 1 });

  const { body } = await tests.http(person.headers).get('/numbers/lines').expect(200);
  const quality = { calls: 4, mos_median: 4.3, mos_p10: 3.4, jitter_ms: 5.8, lost_percent: 0.4 };
  expect(body).toEqual({ object: 'list', data: [{ phone_number: used, quality }], has_more: false });

  expect(await commands.trunks.show(trunk)).toMatchObject({
    quality: { calls: 5, mos_median: 4.2, mos_p10: 1.8 },
  });
  const cloud = await makeTrunk(service, 'twilio');
  expect(await commands.trunks.show(cloud.id)).toMatchObject({ quality: null });
});
