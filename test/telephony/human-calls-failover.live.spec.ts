import type { TestApp } from '../harness/app';
import { cloudService } from '../harness/cloud-service';
import { humanReaches } from '../harness/human-sip';
import { connectTwo, type Doing, humanCallDriver, type HumanCallDriver } from '../harness/human-call-drivers';
import { compileThreads, sipAccount } from '../harness/sip-accounts';

compileThreads();

const ANSWERS: Doing = { is: 'answering' };
const HANGS_UP: Doing = { is: 'answering', hangsUpAfterMs: 700 };
const WEB = ['twilio', 'plivo', 'exotel'] as const;

let service: TestApp;
beforeAll(async () => {
  service = await cloudService();
});
afterAll(() => service.stop());

test.each(WEB)('dials the next trunk for both legs over %s when one refuses them', async (kind) => {
  const [full, next] = [await humanCallDriver(service, kind), await humanCallDriver(service, kind)];
  const both = {
    ...next,
    account: await sipAccount(service, [...full.account.trunks, ...next.account.trunks], {
      carrier: kind,
    }),
  };
  full.refusesAll?.();
  const { id, counsellor } = await connectTwo(service, both, { counsellor: ANSWERS, contact: HANGS_UP });
  await humanReaches(service, both.account, id, 'completed', 30_000);
  expect([full.rung(counsellor), next.rung(counsellor)]).toEqual([0, 1]);
  const legs = await service.unitOfWork.rows(
    'SELECT kind, try, trunk_id, ended_at IS NULL AS open FROM legs WHERE call_id = $1 ORDER BY kind, try',
    [id],
  );
  const on = (leg: string, driver: HumanCallDriver, trial: number) => ({
    kind: leg,
    try: trial,
    trunk_id: driver.account.trunks[0],
    open: false,
  });
  expect(legs).toEqual([
    on('contact', full, 1),
    on('contact', next, 2),
    on('counsellor', full, 1),
    on('counsellor', next, 2),
  ]);
  await full.close();
  await next.close();
});
