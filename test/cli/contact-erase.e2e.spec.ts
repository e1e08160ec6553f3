import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Accounts, CallingRules, DoNotCallList, People } from '../../src/accounts';
import { KeyUses } from '../../src/auth/application/key-uses';
import { audit } from '../../src/cli/audit/audit';
import { eraseContact } from '../../src/cli/contact-erasure';
import { eventually, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { temporaryFolder } from '../harness/built-service';
import { command } from '../harness/commands';
import { ConsoleTests } from '../harness/console';
import { HumanCallTests, type Json } from '../harness/human-calls';
import { answer } from '../harness/receiver';
import { WebhookTests } from '../harness/webhooks';
import { restingDatabase, whereStands } from '../harness/whole-database';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

const HOUR = 3_600_000;
const folder = temporaryFolder();
let hooks: WebhookTests;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  hooks = await WebhookTests.start({ DATA_DIR: folder.path });
}, 120_000);
afterAll(async () => {
  await hooks.stop();
  folder.remove();
});
beforeEach(async () => {
  account = await hooks.service.account({ lines: 50, recallGapSeconds: 0 });
  agent_id = await makeAgent(hooks.service, account);
});

const http = () => hooks.service.http(account);
const erase = (phoneNumber: string, dryRun = false) =>
  eraseContact(hooks.service.app, { accountId: account.id, phoneNumber }, dryRun);
const readCall = async (id: string) => (await http().get(`/calls/${id}`).expect(200)).body as Json;

/** What says who it is, in a contact of a call to a number. */
const PERSON = { name: 'Rukmini Zutshi', email: 'rukmini@zutshi.example', external_id: 'zutshi-lead-9' };
const ABOUT = {
  contact: PERSON,
  variables: { course: 'Zutshi-course' },
  metadata: { note: 'Zutshi-note' },
};

async function queue(phone_number: string, fields: object = {}): Promise<string> {
  const sent = { agent_id, phone_number, ...ABOUT, ...fields };
  return ((await http().post('/calls').send(sent).expect(200)).body as { id: string }).id;
}

async function finished(phone_number: string): Promise<string> {
  const id = await queue(phone_number);
  await eventually(async () => {
    expect((await readCall(id))['outcome']).not.toBeNull();
  });
  return id;
}

/** A leg over a trunk, with what SIP says of it. */
async function addLeg(callId: string, phone: string, kind = 'contact'): Promise<void> {
  const { unitOfWork } = hooks.service;
  await unitOfWork.rows(
    `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, phone_number, shown_number, began_at,
       ended_at, last_status, sip_invite, sip_dialog)
     VALUES ('leg_' || $2, $1, $2, 1, 1, 'trunk_x', $4, 10, $3, $3, now(), now(), '404 No ' || $3,
       json_build_object('to', $3::text), json_build_object('to', $3::text))`,
    [account.id, callId, phone, kind],
  );
  await unitOfWork.rows(`INSERT INTO call_traces VALUES ($1, 1, now(), json_build_array($2::text))`, [
    callId,
    `INVITE sip:${phone}`,
  ]);
}

const ledger = async () =>
  (await http().get('/credits/transactions?limit=100').expect(200)).body as { data: Json[] };

test('nothing of the person is left in any table or file; ledger, counts and audit are as they were', async () => {
  const phone = number('0001');
  const digits = phone.slice(1);
  const [receiver, people] = [await hooks.receive(answer(200)), new HumanCallTests(hooks.service, account)];
  await hooks.setEndpoint(account, receiver.url());
  const call = await finished(phone);
  const other = await finished(number('0001'));
  await fetch((await readCall(call))['recording_url'] as string).then((response) => response.arrayBuffer());
  await hooks.service.app
    .get(People, { strict: false })
    .leads.add(account.id, { phoneNumber: phone, name: PERSON.name, externalId: PERSON.external_id });
  const { id: human } = await people.call({
    counsellor_id: await people.counsellor(),
    phone_number: phone,
    contact: PERSON,
    metadata: ABOUT.metadata,
    analyze: true,
  });
  const humanCall = await people.final(human);
  expect(humanCall).toMatchObject({ crm_lead_linked: true, analysis: { status: 'completed' } });
  await fetch(humanCall['recording_url'] as string).then((response) => response.arrayBuffer());
  await http().put(`/human-calls/${human}/disposition`).send({ label: 'Zutshi', note: 'Zutshi' }).expect(200);
  const batch = await http()
    .post('/batches')
    .set('Idempotency-Key', 'b1')
    .send({
      agent_id,
      calls: [
        phone,
        `${phone.slice(0, 3)} ${phone.slice(3, 8)}-${phone.slice(8)}`,
        number('0002'),
        // Without its country code, as other systems have it: rejected, and shown as it was sent.
        phone.slice(3),
        `0${phone.slice(3, 8)} ${phone.slice(8)}`,
        `${phone.slice(0, 3)} (0) ${phone.slice(3)}`,
      ].map((phone_number) => ({ phone_number, ...ABOUT })),
    })
    .expect(200);
  expect((batch.body as Json)['rejected']).toHaveLength(4);
  await eventually(async () => {
    expect((await http().get(`/batches/${(batch.body as { id: string }).id}`)).body.finished).toBe(2);
  });
  await hooks.service.app.get(DoNotCallList, { strict: false }).add(account.id, phone, 'Asked for.', call);
  await eventually(async () => {
    expect(await hooks.deliveries(account)).toHaveLength(5);
  });
  await addLeg(call, phone);
  // Somebody else was transferred to this person.
  await addLeg(other, phone, 'transfer');
  const spent = await ledger();
  const events = receiver.requests.length;
  expect(readdirSync(join(folder.path, 'recordings')).filter((name) => name.endsWith('.wav'))).toHaveLength(
    2,
  );
  expect((await whereStands(hooks.service, digits, 'zutshi')).length).toBeGreaterThan(7);

  const look = await erase(phone, true);
  // When a key was last used is written down within a second.
  await hooks.service.app.get(KeyUses, { strict: false }).write();
  const before = await restingDatabase(hooks.service);
  expect(await erase(phone, true)).toEqual(look);
  expect(await restingDatabase(hooks.service)).toEqual(before);
  expect(look.erased).toEqual({
    calls: 2,
    calls_canceled: 0,
    transcripts: 2,
    timeline_entries: expect.any(Number),
    human_calls: 1,
    human_calls_canceled: 0,
    human_transcripts: 1,
    legs: 2,
    traces: 2,
    recordings: 2,
    events: 3,
    events_dropped: 0,
    deliveries: 3,
    dials: 3,
    leads: 1,
    rejected_batch_rows: 4,
    do_not_call_entries_kept: 1,
  });
  expect(await erase(phone)).toEqual({ ...look, dry_run: false });

  expect(await whereStands(hooks.service, digits)).toEqual(['public.do_not_call']);
  expect(await whereStands(hooks.service, phone.slice(3))).toEqual(['public.do_not_call']);
  // The other row of the batch says the same of somebody else.
  await erase(((await http().get('/calls?status=busy')).body.data as Json[])[0]?.['phone_number'] as string);
  await erase((await readCall(other))['phone_number'] as string);
  expect(await whereStands(hooks.service, 'zutshi', 'rukmini')).toEqual([]);
  expect(readdirSync(join(folder.path, 'recordings')).filter((name) => name.endsWith('.wav'))).toEqual([]);
  expect(await readCall(call)).toEqual({
    ...(await readCall(call)),
    status: 'completed',
    phone_number: expect.stringMatching(/^\+999\d{12}$/),
    contact: {},
    variables: {},
    metadata: {},
    outcome: null,
  });
  expect(await readCall(call)).not.toHaveProperty('recording_url');
  expect(await people.read(human)).toMatchObject({
    contact: {},
    metadata: {},
    disposition: null,
    crm_lead_linked: false,
    recording_url: null,
    analysis: { status: 'completed' },
  });
  expect((await http().get(`/calls/${call}/timeline`)).body.data).toEqual([]);
  expect(await ledger()).toEqual(spent);
  expect((await http().get(`/do-not-call`)).body.data).toMatchObject([
    { phone_number: phone, call_id: null },
  ]);
  await http().post('/calls').send({ agent_id, phone_number: phone }).expect(409);
  const report = await audit(
    hooks.service.unitOfWork,
    { accountId: account.id, from: new Date(0), to: new Date(hooks.service.clock.nowMs() + 60_000) },
    (policy, at) => new CallingRules(policy).isOpen(at),
  );
  expect(report.checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  expect(receiver.requests).toHaveLength(events);

  const again = await erase(phone);
  expect(again.erased).toMatchObject({
    calls: 0,
    human_calls: 0,
    events: 0,
    dials: 0,
    leads: 0,
    recordings: 0,
  });
});

test('what waits is canceled, and its event tells nothing of the person', async () => {
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
  const call = await queue(phone);
  expect((await erase(phone)).erased).toMatchObject({ calls_canceled: 1, human_calls_canceled: 1 });
  await eventually(async () => {
    expect(receiver.requests).toHaveLength(2);
    return Promise.resolve();
  });
  for (const { body } of receiver.requests)
    expect(body).not.toMatch(new RegExp(`${phone.slice(1)}|zutshi`, 'i'));
  expect(await readCall(call)).toMatchObject({
    status: 'canceled',
    status_reason: 'Canceled: the data of this contact was erased.',
  });
  expect((await people.read(human))['status']).toBe('canceled');
  expect(await whereStands(hooks.service, phone.slice(1))).toEqual([]);
});

test('an event that is still to be delivered is never sent', async () => {
  const phone = number('0001');
  const receiver = await hooks.receive(answer(500));
  await hooks.setEndpoint(account, receiver.url());
  const call = await finished(phone);
  await eventually(async () => {
    expect(await hooks.eventOf(call)).toMatchObject({ state: 'pending', attempts: 1 });
  });
  const { id } = await hooks.eventOf(call);
  expect((await erase(phone)).erased).toMatchObject({ events: 1, events_dropped: 1 });
  for (let hours = 0; hours < 10; hours++) await hooks.service.advance(HOUR);
  expect(receiver.requests).toHaveLength(1);
  await http().post(`/webhook/deliveries/${id}/redeliver`).expect(404);
});

test('while a call goes on nothing is erased, and a look says so', async () => {
  const phone = number('0001');
  const call = await finished(phone);
  await hooks.service.unitOfWork.affected('UPDATE calls SET finished_at = NULL WHERE id = $1', [call]);
  await expect(erase(phone)).rejects.toThrow(
    new RegExp(`going on, is being analysed or waits for its recording \\(${call}\\)`),
  );
  expect((await readCall(call))['contact']).toEqual(PERSON);
  expect((await erase(phone, true)).in_progress).toEqual([call]);
});

test('the command: counts, then erases, beside the running service', async () => {
  const phone = number('0002');
  const id = await queue(phone);
  await eventually(async () => {
    expect((await readCall(id))['status']).toBe('busy');
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
  expect((await readCall(id))['phone_number']).toBe(phone);
  const done = await run(...words);
  expect(JSON.parse(done.stdout)).toMatchObject({ dry_run: false, erased: { calls: 1, dials: 1 } });
  expect(await whereStands(hooks.service, phone.slice(1))).toEqual([]);
});

test('a number inside an Idempotency-Key goes; other keys go on replaying', async () => {
  const phone = number('0002');
  const written = `${phone.slice(0, 3)} ${phone.slice(3, 8)}-${phone.slice(8)}`;
  const send = (key: string, phone_number: string, name?: string) =>
    http()
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
    expect((await readCall(id))['status']).toBe('busy');
  });
  for (const key of others) {
    const { body } = await send(key, phone).expect(200);
    await eventually(async () => {
      expect((await readCall((body as { id: string }).id))['status']).toBe('busy');
    });
  }
  const kept = (await send('another', number('0002')).expect(200)).body as Json;
  // A longer run of digits is another number.
  const longer = `at 1${phone.slice(3)}5`;
  await send(longer, number('0002')).expect(200);
  await erase(phone);
  const keys = await hooks.service.unitOfWork.rows('SELECT key FROM idempotency_keys WHERE account_id = $1', [
    account.id,
  ]);
  expect(keys).toEqual([{ key: 'another' }, { key: longer }]);
  await hooks.service.unitOfWork.affected('DELETE FROM idempotency_keys WHERE key = $1', [longer]);
  expect(await whereStands(hooks.service, phone.slice(3), written.slice(4))).toEqual([]);
  expect(kept['idempotent_replay']).toBe(false);
});

test('an erased contact is not offered to be called again', async () => {
  const [gone, other] = [number('0002'), number('0002')];
  const calls = [gone, other].map((phone_number) => ({ phone_number }));
  const batch = (await http().post('/batches').send({ agent_id, calls }).expect(200)).body as { id: string };
  await eventually(async () => {
    expect((await http().get(`/batches/${batch.id}`)).body.finished).toBe(2);
  });
  await erase(gone);
  const people = new ConsoleTests(hooks.service);
  const staff = await people.person(account.id, ['STAFF']);
  const { body } = await people.http(staff.headers).get(`/batches/${batch.id}/not-reached`).expect(200);
  expect(body.data).toMatchObject([{ phone_number: other }]);
  expect(body.data).toHaveLength(1);
});
