import { Accounts } from '../../src/accounts';
import { eventually, type TestAccount } from '../harness/app';
import { number } from '../harness/builders';
import { command } from '../harness/commands';
import { ConsoleTests } from '../harness/console';
import { ErasureTests, PERSON } from '../harness/contact-erasure';
import { HumanCallTests, type Json } from '../harness/human-calls';
import { answer } from '../harness/receiver';
import type { WebhookTests } from '../harness/webhooks';
import { whereStands } from '../harness/whole-database';

const HOUR = 3_600_000;
let tests: ErasureTests;
let hooks: WebhookTests;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  tests = await ErasureTests.start();
  ({ hooks } = tests);
});
afterAll(() => tests.stop());
beforeEach(async () => {
  await tests.newAccount();
  ({ account, agentId: agent_id } = tests);
});

test('cancels waiting calls, whose events have no personal data', async () => {
  const phone = number('0001');
  const receiver = await hooks.receive(answer(200));
  const { secret } = await hooks.setEndpoint(account, receiver.url());
  expect(secret).toBeDefined();
  await hooks.service.app.get(Accounts, { strict: false }).set(account.id, { lines: 0 });
  const people = new HumanCallTests(hooks.service, account);
  const { id: human } = await people.call({
    counsellor_id: await people.counsellor(),
    phone_number: phone,
    contact: PERSON,
    analyze: true,
  });
  const call = await tests.queue(phone);
  expect((await tests.erase(phone)).erased).toMatchObject({ calls_canceled: 1, human_calls_canceled: 1 });
  await eventually(async () => {
    expect(receiver.requests).toHaveLength(2);
    return Promise.resolve();
  });
  for (const { body } of receiver.requests)
    expect(body).not.toMatch(new RegExp(`${phone.slice(1)}|zutshi`, 'i'));
  expect(await tests.readCall(call)).toMatchObject({
    status: 'canceled',
    status_reason: 'Canceled: the data of this contact was erased.',
  });
  expect((await people.read(human))['status']).toBe('canceled');
  expect(await whereStands(hooks.service, phone.slice(1))).toEqual([]);
});

test('never sends an event that was still to be delivered', async () => {
  const phone = number('0001');
  const receiver = await hooks.receive(answer(500));
  await hooks.setEndpoint(account, receiver.url());
  const call = await tests.finished(phone);
  await eventually(async () => {
    expect(await hooks.eventOf(call)).toMatchObject({ state: 'pending', attempts: 1 });
  });
  const { id } = await hooks.eventOf(call);
  expect((await tests.erase(phone)).erased).toMatchObject({ events: 1, events_dropped: 1 });
  for (let hours = 0; hours < 10; hours++) await hooks.service.advance(HOUR);
  expect(receiver.requests).toHaveLength(1);
  await tests.http().post(`/webhook/deliveries/${id}/redeliver`).expect(404);
});

test('erases nothing during a call, which a dry run reports', async () => {
  const phone = number('0001');
  const call = await tests.finished(phone);
  await hooks.service.unitOfWork.affected('UPDATE calls SET finished_at = NULL WHERE id = $1', [call]);
  await expect(tests.erase(phone)).rejects.toThrow(
    new RegExp(`going on, is being analysed or waits for its recording \\(${call}\\)`),
  );
  expect((await tests.readCall(call))['contact']).toEqual(PERSON);
  expect((await tests.erase(phone, true)).in_progress).toEqual([call]);
});

test('counts, then erases by the command, beside the running service', async () => {
  const phone = number('0002');
  const id = await tests.queue(phone);
  await eventually(async () => {
    expect((await tests.readCall(id))['status']).toBe('busy');
  });
  const run = (...given: string[]) => command(hooks.service, ...given);
  const words = ['contact', 'erase', '--account', account.id, '--phone', phone, '--json'];
  expect(await run('contact', 'erase', '--account', account.id, '--phone', '12')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--phone'),
  });
  expect(await run('contact', 'erase', '--account', 'acct_no', '--phone', phone)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no account acct_no'),
  });
  const look = await run(...words, '--dry-run');
  expect(look).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(look.stdout)).toMatchObject({
    dry_run: true,
    in_progress: [],
    erased: { calls: 1, dials: 1 },
  });
  expect((await tests.readCall(id))['phone_number']).toBe(phone);
  const done = await run(...words);
  expect(JSON.parse(done.stdout)).toMatchObject({ dry_run: false, erased: { calls: 1, dials: 1 } });
  expect(await whereStands(hooks.service, phone.slice(1))).toEqual([]);
});

test('erases a number inside an Idempotency-Key, and replays other keys', async () => {
  const phone = number('0002');
  const written = `${phone.slice(0, 3)} ${phone.slice(3, 8)}-${phone.slice(8)}`;
  const send = (key: string, phone_number: string, name?: string) =>
    tests
      .http()
      .post('/calls')
      .set('Idempotency-Key', key)
      .send({ agent_id, phone_number, contact: { name }, test: true });
  const [first, ...others] = [
    `lead ${phone}`,
    `crm/${phone.slice(3)}/2`,
    `x (${written})`,
    `0${phone.slice(3)}`,
    `0091-0${phone.slice(3)}-1`,
  ] as const;
  const id = ((await send(first, phone).expect(200)).body as { id: string }).id;
  await eventually(async () => {
    expect((await tests.readCall(id))['status']).toBe('busy');
  });
  for (const key of others) {
    const { body } = await send(key, phone).expect(200);
    await eventually(async () => {
      expect((await tests.readCall((body as { id: string }).id))['status']).toBe('busy');
    });
  }
  const kept = (await send('another', number('0002')).expect(200)).body as Json;
  // A longer run of digits is another number.
  const longer = `at 1${phone.slice(3)}5`;
  await send(longer, number('0002')).expect(200);
  await tests.erase(phone);
  const keys = await hooks.service.unitOfWork.rows('SELECT key FROM idempotency_keys WHERE account_id = $1', [
    account.id,
  ]);
  expect(keys).toEqual([{ key: 'another' }, { key: longer }]);
  await hooks.service.unitOfWork.affected('DELETE FROM idempotency_keys WHERE key = $1', [longer]);
  expect(await whereStands(hooks.service, phone.slice(3), written.slice(4))).toEqual([]);
  expect(kept['idempotent_replay']).toBe(false);
});

test('offers no erased contact to be called again', async () => {
  const [gone, other] = [number('0002'), number('0002')];
  const calls = [gone, other].map((phone_number) => ({ phone_number }));
  const batch = (await tests.http().post('/batches').send({ agent_id, calls }).expect(200)).body as {
    id: string;
  };
  await eventually(async () => {
    expect((await tests.http().get(`/batches/${batch.id}`)).body.finished).toBe(2);
  });
  await tests.erase(gone);
  const people = new ConsoleTests(hooks.service);
  const staff = await people.person(account.id, ['STAFF']);
  const { body } = await people.http(staff.headers).get(`/batches/${batch.id}/not-reached`).expect(200);
  expect(body.data).toMatchObject([{ phone_number: other }]);
  expect(body.data).toHaveLength(1);
});
