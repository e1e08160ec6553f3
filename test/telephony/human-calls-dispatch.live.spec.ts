import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import {
  connect,
  humanReaches,
  type RungPhone,
  ScriptedPhones,
  ANSWERS,
  RINGS,
  talksFor,
  humanWaitsFor,
} from '../harness/human-sip';
import { HumanCallTests } from '../harness/human-calls';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
let phones: ScriptedPhones;

beforeAll(async () => {
  service = await TestApp.start();
  phones = await ScriptedPhones.open();
});
afterAll(async () => {
  await service.stop();
  await phones.close();
});

const NO_CHANNEL = 'Waiting for a free channel of the trunk.';

async function accountOn(options: Record<string, unknown> = {}, settings: object = {}) {
  return sipAccount(service, [await sipTrunk(service, phones.address, options)], settings);
}

test('occupies two channels, which no AI call occupies while a human call waits for them', async () => {
  const account = await accountOn({ channels: '2' });
  const [first, later] = [number(), number()];
  phones.script(first, talksFor(1_500));
  phones.script(later, talksFor(100));
  const running = await queueCall(service, account, first);
  await phones.phone(first);
  const asked = await connect(service, account, phones, { counsellor: ANSWERS, contact: talksFor(300) });
  await humanWaitsFor(service, account, asked.id, NO_CHANNEL);
  const next = await queueCall(service, account, later);
  await reaches(service, account, running, 'completed');
  await humanReaches(service, account, asked.id, 'completed');
  await reaches(service, account, next, 'completed');
  const at = async (called: string) => (await phones.phone(called)).seen.at;
  expect(await at(later)).toBeGreaterThan(await at(asked.contact));
  expect(await at(asked.counsellor)).toBeGreaterThan(Number((await phones.phone(first)).answeredAt) + 1_300);
  const [{ most } = { most: 0 }] = await service.unitOfWork.rows<{ most: number }>(
    `SELECT max((SELECT count(*)::int FROM legs o WHERE o.trunk_id = l.trunk_id AND o.began_at <= l.began_at
       AND (o.ended_at IS NULL OR o.ended_at > l.began_at))) AS most FROM legs l WHERE l.account_id = $1`,
    [account.id],
  );
  expect(most).toBe(2);
});

test('reserves channels of a shared trunk against calls of another account, too', async () => {
  const trunk = await sipTrunk(service, phones.address, { channels: '2' });
  const [one, other] = [await sipAccount(service, [trunk]), await sipAccount(service, [trunk])];
  const first = number();
  phones.script(first, talksFor(1_500));
  const running = await queueCall(service, other, first);
  await phones.phone(first);
  const asked = await connect(service, one, phones, { counsellor: ANSWERS, contact: talksFor(300) });
  await humanWaitsFor(service, one, asked.id, NO_CHANNEL);
  const later = number();
  phones.script(later, talksFor(100));
  const next = await queueCall(service, other, later);
  await humanReaches(service, one, asked.id, 'completed');
  await reaches(service, other, next, 'completed');
  await reaches(service, other, running, 'completed');
  expect((await phones.phone(later)).seen.at).toBeGreaterThan((await phones.phone(asked.contact)).seen.at);
});

test('carries no human call over a trunk with one channel, and reserves none', async () => {
  const account = await accountOn({ channels: '1' });
  const asked = await connect(service, account, phones, { counsellor: RINGS, contact: RINGS });
  await humanWaitsFor(service, account, asked.id, NO_CHANNEL);
  const called = number();
  phones.script(called, talksFor(100));
  await reaches(service, account, await queueCall(service, account, called), 'completed');
  await service.advance(10 * 60_000);
  expect(await humanReaches(service, account, asked.id, 'failed')).toMatchObject({
    status_reason: 'It waited for 10 minutes: the counsellor or a line was not free in time.',
  });
});

test('dials the second phone without a slot, and delays the next call for it', async () => {
  const account = await accountOn({ cps: '1' });
  const asked = await connect(service, account, phones, { counsellor: ANSWERS, contact: talksFor(3_000) });
  const contact = await phones.phone(asked.contact);
  const called = number();
  phones.script(called, talksFor(100));
  await reaches(service, account, await queueCall(service, account, called), 'completed');
  const first = (await phones.phone(asked.counsellor)).seen.at;
  expect(contact.seen.at - first).toBeLessThan(900);
  expect((await phones.phone(called)).seen.at - first).toBeGreaterThan(1_950);
  await humanReaches(service, account, asked.id, 'completed');
});

describe('POST /human-calls/{id}/cancel', () => {
  test('ends a call that waits', async () => {
    const account = await accountOn({ enabled: 'no' });
    const asked = await connect(service, account, phones, { counsellor: RINGS, contact: RINGS });
    await humanWaitsFor(service, account, asked.id, 'No trunk of the account is enabled.');
    await new HumanCallTests(service, account).cancel(asked.id).expect(200);
    expect(phones.rung.get(asked.counsellor)).toBeUndefined();
  });

  test('stops the ringing of the counsellor', async () => {
    const account = await accountOn();
    const asked = await connect(service, account, phones, { counsellor: RINGS, contact: RINGS });
    const phone = await phones.phone(asked.counsellor);
    await humanReaches(service, account, asked.id, 'ringing_counsellor');
    await new HumanCallTests(service, account).cancel(asked.id).expect(200);
    await isCanceled(phone);
    await allEnded(asked.id);
    expect(phones.rung.get(asked.contact)).toBeUndefined();
  });

  test('stops the ringing of the contact, and hangs up the counsellor', async () => {
    const account = await accountOn();
    const asked = await connect(service, account, phones, { counsellor: ANSWERS, contact: RINGS });
    const contact = await phones.phone(asked.contact);
    await humanReaches(service, account, asked.id, 'connecting');
    await new HumanCallTests(service, account).cancel(asked.id).expect(200);
    await isCanceled(contact);
    await eventually(async () => {
      expect((await phones.phone(asked.counsellor)).endedBy).toBe('them');
    }, 5_000);
    await allEnded(asked.id);
    expect(await service.api(account).get(`/human-calls/${asked.id}`)).toMatchObject({
      status: 'canceled',
      status_reason: 'Canceled on request.',
    });
  });

  test('rejects a call in progress', async () => {
    const account = await accountOn();
    const asked = await connect(service, account, phones, { counsellor: talksFor(1_000), contact: ANSWERS });
    await humanReaches(service, account, asked.id, 'in_progress');
    await new HumanCallTests(service, account).cancel(asked.id).expect(409);
    await humanReaches(service, account, asked.id, 'completed');
  });
});

/** It got CANCEL, in time. */
async function isCanceled(phone: RungPhone): Promise<void> {
  await eventually(() => {
    expect(phone.endedBy).toBe('canceled');
    return Promise.resolve();
  }, 5_000);
}

async function allEnded(callId: string): Promise<void> {
  await eventually(async () => {
    const open = await service.unitOfWork.rows('SELECT FROM legs WHERE call_id = $1 AND ended_at IS NULL', [
      callId,
    ]);
    expect(open).toHaveLength(0);
  });
}

test('charges credits for the talk when the operator sets it', async () => {
  const account = await accountOn({}, { humanBilling: 'credits' });
  const asked = await connect(service, account, phones, { counsellor: ANSWERS, contact: talksFor(1_200) });
  const call = await humanReaches(service, account, asked.id, 'completed');
  expect(call['cost']).toMatchObject({ billed_by: 'credits' });
  expect((call['cost'] as { credits: number }).credits).toBeGreaterThan(0);
});

test('stores nothing to play or analyse without recording', async () => {
  const account = await accountOn({}, { recording: false });
  const asked = await connect(
    service,
    account,
    phones,
    { counsellor: ANSWERS, contact: talksFor(300) },
    { analyze: true },
  );
  const call = await humanReaches(service, account, asked.id, 'completed');
  expect(call).toMatchObject({
    recording_url: null,
    analysis: { status: 'skipped', reason: 'no_recording' },
  });
});
