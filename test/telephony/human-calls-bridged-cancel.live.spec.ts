import { eventually, type TestApp } from '../harness/app';
import { killCloudProcess } from '../harness/cloud-service';
import { HumanCallTests } from '../harness/human-calls';
import { humanReaches } from '../harness/human-sip';
import {
  CLOSED,
  CarrierBridgeDriver,
  JOINING_KINDS,
  type PlacedCall,
  SHORT_PHASES,
} from '../harness/carrier-bridge-driver';

const driver = new CarrierBridgeDriver();

describe('POST /human-calls/{id}/cancel', () => {
  let process: TestApp;
  const canceled = new Map<string, PlacedCall & { legs?: unknown }>();

  beforeAll(async () => {
    process = await driver.media();
  });
  afterAll(() => process.stop());

  beforeAll(async () => {
    const { 'they talk': _, ...ringing } = SHORT_PHASES;
    for (const call of await driver.place(ringing)) canceled.set(`${call.kind} ${call.phase}`, call);
    for (const { id, kind } of canceled.values()) {
      await new HumanCallTests(driver.api, driver.carrier(kind).account).cancel(id).expect(200);
    }
    // Until the sweeps of the other process have freed what the dead one occupied.
    await driver.api.advance(11_000);
    for (const call of canceled.values()) {
      if (call.kind === 'exotel') call.legs = await driver.legsOf(call.id);
    }
  });

  const CASES = JOINING_KINDS.flatMap((kind) =>
    (['the counsellor rings', 'the contact rings'] as const).map((phase) => [kind, phase] as const),
  );

  test.each(CASES)('stops the phones over %s while %s, where the carrier can', async (kind, phase) => {
    const { id, counsellor, legs } = canceled.get(`${kind} ${phase}`)!;
    const carrier = driver.carrier(kind);
    expect((await humanReaches(driver.api, carrier.account, id, 'canceled'))['status_reason']).toBe(
      'Canceled on request.',
    );
    const lines = await driver.api.unitOfWork.rows('SELECT FROM line_use WHERE call_id = $1', [id]);
    expect(lines).toEqual([]);
    if (kind === 'exotel') {
      // The phones ring on, on their channels.
      expect(legs).toEqual(CLOSED.map((leg) => ({ ...leg, open: true })));
    }
    await eventually(
      async () => {
        expect((await carrier.phone(counsellor)).isOver).toBe(true);
        expect(await driver.legsOf(id)).toEqual(CLOSED);
      },
      kind === 'exotel' ? 40_000 : 8_000,
    );
    expect((await humanReaches(driver.api, carrier.account, id, 'canceled'))['duration_seconds']).toBeNull();
  });
});

test('frees the channels of canceled Exotel calls at their end, also without their process', async () => {
  const first = await driver.media();
  const { 'they talk': _, ...ringing } = SHORT_PHASES;
  const placed = (await driver.place(ringing)).filter(({ kind }) => kind === 'exotel');
  const { account } = driver.carrier('exotel');
  for (const { id } of placed) await new HumanCallTests(driver.api, account).cancel(id).expect(200);
  await killCloudProcess(first);
  const second = await driver.media();
  try {
    await second.advance(11_000);
    await eventually(async () => {
      for (const { id } of placed) expect(await driver.legsOf(id)).toEqual(CLOSED);
    }, 40_000);
    for (const { id } of placed) await humanReaches(driver.api, account, id, 'canceled');
  } finally {
    await second.stop();
    await first.stop();
  }
});
