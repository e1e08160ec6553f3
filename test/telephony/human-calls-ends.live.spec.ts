import { audit } from '../../src/cli/audit/audit';
import { eventually, type TestApp } from '../harness/app';
import { cloudService } from '../harness/cloud-service';
import { HUMAN_CALL_ENDS, WEB } from '../harness/human-call-ends';
import { humanReaches, type HumanSipCall } from '../harness/human-sip';
import {
  type CarrierName,
  connectTwo,
  humanCallDriver,
  type HumanCallDriver,
} from '../harness/human-call-drivers';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
const drivers = new Map<CarrierName, HumanCallDriver>();
const asked = new Map<string, Promise<HumanSipCall>>();

beforeAll(async () => {
  service = await cloudService();
  for (const kind of ['sip', ...WEB] as const) {
    const driver = await humanCallDriver(service, kind);
    drivers.set(kind, driver);
    // All at once: one service and one carrier for many calls.
    for (const [name, { counsellor, contact, over }] of Object.entries(HUMAN_CALL_ENDS)) {
      if (!over || over.includes(kind)) {
        asked.set(`${kind} ${name}`, connectTwo(service, driver, { counsellor, contact }));
      }
    }
  }
});
afterAll(async () => {
  await service.stop();
  for (const driver of drivers.values()) await driver.close();
});

describe.each(['sip', ...WEB] as const)('%s', (kind) => {
  const mine = Object.entries(HUMAN_CALL_ENDS).filter(([, { over }]) => !over || over.includes(kind));
  const isOurs = kind === 'sip';

  test.each(mine)('ends a human call: %s', async (name, { expected, counsellor: first }) => {
    const driver = drivers.get(kind)!;
    const { id, counsellor, contact } = await asked.get(`${kind} ${name}`)!;
    const call = await humanReaches(service, driver.account, id, expected.status, 50_000);
    const status_updates = kind === 'exotel' ? 'final_only' : 'realtime';
    expect(call).toMatchObject({ ...expected, status_updates });
    const hasTalked = expected.status === 'completed';
    expect(call['cost']).toMatchObject({ credits: 0, billed_by: 'provider' });
    expect(call['answered_at'] === null).toBe(!hasTalked);
    if (hasTalked) {
      const talkMs = await driver.talked(counsellor, contact);
      // Callbacks come a little late.
      const most = isOurs ? 1 : 1.5;
      expect(Math.abs(Number(call['duration_seconds']) - talkMs / 1_000)).toBeLessThanOrEqual(most);
    } else expect(call).toMatchObject({ duration_seconds: null, answered_at: null, recording_url: null });
    // The carrier gets one request, whatever was lost.
    expect(driver.rung(counsellor)).toBe(
      !isOurs && (first.is === 'full' || (first.is === 'nowhere' && kind === 'twilio')) ? 0 : 1,
    );
    await eventually(async () => {
      if (hasTalked) {
        expect([(await driver.phone(counsellor)).isOver, (await driver.phone(contact)).isOver]).toEqual([
          true,
          true,
        ]);
      }
      const legs = await service.unitOfWork.rows(
        `SELECT kind, try, ended_at IS NOT NULL AS ended FROM legs WHERE call_id = $1 ORDER BY kind`,
        [id],
      );
      expect(legs).toEqual([
        { kind: 'contact', try: 1, ended: true },
        { kind: 'counsellor', try: 1, ended: true },
      ]);
    });
    // A carrier hands its recording out later.
    const [row] = await service.unitOfWork.rows('SELECT recording FROM human_calls WHERE id = $1', [id]);
    expect(row).toEqual({ recording: hasTalked ? (isOurs ? 'stored' : 'awaited') : null });
  });

  test('passes the audit afterwards', async () => {
    const { account } = drivers.get(kind)!;
    const scope = {
      accountId: account.id,
      from: new Date(0),
      to: new Date(service.clock.nowMs() + 60_000),
      now: service.clock.now(),
    };
    const { checks } = await audit(service.unitOfWork, scope, () => true);
    expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  });
});
