import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { HumanCallPriority, type LegKind, TrunkChannels } from '../../src/trunks';
import { newId } from '../../src/platform/ids';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { type SipAccount, sipAccount } from '../harness/sip-accounts';
import { makeTrunk } from '../harness/trunks';

const DAY = '2026-11-20';

let service: TestApp;
let account: SipAccount;
let first: string;
let second: string;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  [first, second] = [(await makeTrunk(service)).id, (await makeTrunk(service)).id];
  account = await sipAccount(service, [first, second]);
});

const priority = () => service.app.get(HumanCallPriority, { strict: false });

/** A leg on the first trunk that is refused there. Resolves with whether the second trunk accepts its failover. */
async function failOver(
  callId: string,
  kind: LegKind,
  shownNumber = number(),
  day?: string,
): Promise<boolean> {
  const channels = service.app.get(TrunkChannels, { strict: false });
  const routes = [{ trunkId: first, callerId: number() }] as const;
  const leg = { id: newId('leg'), accountId: account.id, beganAt: service.clock.now(), routes };
  const dial = { callId, attempt: 1, phoneNumber: number(), kind };
  await service.unitOfWork.run(() => channels.take(account.id, DAY, [{ leg, ...dial }]));
  return channels.failOver(
    {
      id: leg.id,
      endedAt: service.clock.now(),
      result: 'refused',
      noCapacity: true,
      lastStatus: '503 Service Unavailable',
      q850: null,
      packets: null,
      line: null,
    },
    {
      id: newId('leg'),
      accountId: account.id,
      ...dial,
      trunkAttempt: 2,
      trunkId: second,
      shownNumber,
      beganAt: service.clock.now(),
    },
    day,
  );
}

describe('failover', () => {
  test.each<[string, boolean, 'call' | 'hcall', LegKind]>([
    ['of an AI call leaves the channels of the next trunk to the human call', false, 'call', 'contact'],
    ['of a human call occupies one', true, 'hcall', 'contact'],
    ['of its counsellor does, too', true, 'hcall', 'counsellor'],
    ['of a transfer of a running AI call does, too', true, 'call', 'transfer'],
  ])('reserves a free channel for another call while one waits: %s', async (_, moves, prefix, kind) => {
    const clock = service.stopClock();
    await priority().reserve(account.id, false);
    await expect(failOver(newId(prefix), kind)).resolves.toBe(moves);
    await priority().release(account.id);
    await expect(failOver(newId(prefix), kind)).resolves.toBe(true);
    clock.mockRestore();
  });
});

describe('the caller id of a failover', () => {
  const NEXT_DAY = '2026-11-21';

  async function uses(phone: string): Promise<{ day: string | null; uses: number } | null> {
    return service.unitOfWork.row(
      'SELECT used_day::text AS day, used_in_day AS uses FROM account_numbers WHERE phone_number = $1',
      [phone],
    );
  }

  async function addNumber(): Promise<string> {
    const phone = number();
    await new TelephonyOperations(service.app).addNumber(account.id, phone, { trunkId: second });
    return phone;
  }

  test('is counted once more on the day of its dial', async () => {
    const phone = await addNumber();
    for (const day of [DAY, DAY, NEXT_DAY]) await failOver(newId('call'), 'contact', phone, day);
    await expect(uses(phone)).resolves.toEqual({ day: NEXT_DAY, uses: 1 });
    // Begun before midnight.
    await failOver(newId('call'), 'contact', phone, DAY);
    await expect(uses(phone)).resolves.toEqual({ day: NEXT_DAY, uses: 1 });
    await failOver(newId('call'), 'contact', phone, NEXT_DAY);
    await expect(uses(phone)).resolves.toEqual({ day: NEXT_DAY, uses: 2 });
  });

  test('is counted once for both legs of a human call, and not for a transfer', async () => {
    const phone = await addNumber();
    const callId = newId('hcall');
    await failOver(callId, 'counsellor', phone, DAY);
    await failOver(callId, 'contact', phone, DAY);
    await failOver(newId('call'), 'transfer', phone);
    await expect(uses(phone)).resolves.toEqual({ day: DAY, uses: 1 });
  });
});
