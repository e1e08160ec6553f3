import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CallingRules, DoNotCallList, People } from '../../src/accounts';
import { KeyUses } from '../../src/auth/application/key-uses';
import { audit } from '../../src/cli/audit/audit';
import { eventually, type TestAccount } from '../harness/app';
import { number } from '../harness/builders';
import { ABOUT, ErasureTests, PERSON } from '../harness/contact-erasure';
import { HumanCallTests, type Json } from '../harness/human-calls';
import { answer } from '../harness/receiver';
import { compileThreads } from '../harness/sip-accounts';
import type { WebhookTests } from '../harness/webhooks';
import { restingDatabase, whereStands } from '../harness/whole-database';

compileThreads();

/** Erased the second time. */
const NOTHING = {
  calls: 0,
  human_calls: 0,
  events: 0,
  dials: 0,
  leads: 0,
  recordings: 0,
  tool_invocations: 0,
};

const ANONYMOUS_HUMAN_CALL = {
  contact: {},
  metadata: {},
  disposition: null,
  crm_lead_linked: false,
  recording_url: null,
  analysis: { status: 'completed' },
};

/** Erased the first time. */
const EVERYTHING = {
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
  tool_invocations: 1,
  do_not_call_entries_kept: 1,
};

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

/** A leg over a trunk, with its SIP trace. */
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

/** A use of a tool in a talk, with what it was told of the contact. */
async function addToolUse(callId: string, phone: string): Promise<void> {
  await hooks.service.unitOfWork.rows(
    `INSERT INTO tool_invocations (id, account_id, call_id, ordinal, tool_id, name, kind, effect, phase, key, status,
       arguments, result, error, attempts, simulated, at)
     VALUES ('tinv_' || $2, $1, $2, 0, 'tool_x', 'find_lead', 'http', 'read', 'during', 'k', 'failed',
       json_build_object('phone', $3::text), json_build_object('name', 'Zutshi'),
       json_build_object('code', 'refused_status', 'message', 'No ' || $3), 1, false, now())`,
    [account.id, callId, phone],
  );
}

const ledger = async () =>
  (await tests.http().get('/credits/transactions?limit=100').expect(200)).body as { data: Json[] };

const recordings = () =>
  readdirSync(join(tests.folder.path, 'recordings')).filter((name) => name.endsWith('.wav'));

/** A recording is made at its first request. */
async function download(url: unknown): Promise<void> {
  await (await fetch(url as string)).arrayBuffer();
}

/** A human call with a disposition, whose recording is made; returns its id. */
async function analysedCall(people: HumanCallTests, phone: string): Promise<string> {
  const { id } = await people.call({
    counsellor_id: await people.counsellor(),
    phone_number: phone,
    contact: PERSON,
    metadata: ABOUT.metadata,
    analyze: true,
  });
  const humanCall = await people.final(id);
  expect(humanCall).toMatchObject({ crm_lead_linked: true, analysis: { status: 'completed' } });
  await download(humanCall['recording_url']);
  await tests
    .http()
    .put(`/human-calls/${id}/disposition`)
    .send({ label: 'Zutshi', note: 'Zutshi' })
    .expect(200);
  return id;
}

/** A batch with the number in several forms; four of its rows are rejected. */
async function finishedBatch(phone: string): Promise<void> {
  const batch = await tests
    .http()
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
    expect((await tests.http().get(`/batches/${(batch.body as { id: string }).id}`)).body.finished).toBe(2);
  });
}

/** Changes nothing. */
async function dryRun(phone: string) {
  const look = await tests.erase(phone, true);
  // When a key was last used is written down within a second.
  await hooks.service.app.get(KeyUses, { strict: false }).write();
  const before = await restingDatabase(hooks.service);
  expect(await tests.erase(phone, true)).toEqual(look);
  expect(await restingDatabase(hooks.service)).toEqual(before);
  return look;
}

/** The other row of the batch, and the other call, are about other persons. */
async function eraseOthers(other: string): Promise<void> {
  await tests.erase(
    ((await tests.http().get('/calls?status=busy')).body.data as Json[])[0]?.['phone_number'] as string,
  );
  await tests.erase((await tests.readCall(other))['phone_number'] as string);
}

async function isAnonymous(call: string): Promise<void> {
  expect(await tests.readCall(call)).toEqual({
    ...(await tests.readCall(call)),
    status: 'completed',
    phone_number: expect.stringMatching(/^\+999\d{12}$/),
    contact: {},
    variables: {},
    metadata: {},
    outcome: null,
  });
  expect(await tests.readCall(call)).not.toHaveProperty('recording_url');
}

async function passesAudit(): Promise<void> {
  const report = await audit(
    hooks.service.unitOfWork,
    { accountId: account.id, from: new Date(0), to: new Date(hooks.service.clock.nowMs() + 60_000) },
    (policy, at) => new CallingRules(policy).isOpen(at),
  );
  expect(report.checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
}

test('leaves nothing of the person in any table or file, and ledger, counts and audit unchanged', async () => {
  const phone = number('0001');
  const digits = phone.slice(1);
  const [receiver, people] = [await hooks.receive(answer(200)), new HumanCallTests(hooks.service, account)];
  await hooks.setEndpoint(account, receiver.url());
  const call = await tests.finished(phone);
  const other = await tests.finished(number('0001'));
  await download((await tests.readCall(call))['recording_url']);
  await hooks.service.app
    .get(People, { strict: false })
    .leads.add(account.id, { phoneNumber: phone, name: PERSON.name, externalId: PERSON.external_id });
  const human = await analysedCall(people, phone);
  await finishedBatch(phone);
  await hooks.service.app.get(DoNotCallList, { strict: false }).add(account.id, phone, 'Asked for.', call);
  await eventually(async () => {
    expect(await hooks.deliveries(account)).toHaveLength(5);
  });
  await addLeg(call, phone);
  await addToolUse(call, phone);
  // Another contact was transferred to this person.
  await addLeg(other, phone, 'transfer');
  const spent = await ledger();
  const events = receiver.requests.length;
  expect(recordings()).toHaveLength(2);
  expect((await whereStands(hooks.service, digits, 'zutshi')).length).toBeGreaterThan(7);

  const look = await dryRun(phone);
  expect(look.erased).toEqual(EVERYTHING);
  expect(await tests.erase(phone)).toEqual({ ...look, dry_run: false });

  expect(await whereStands(hooks.service, digits)).toEqual(['public.do_not_call']);
  expect(await whereStands(hooks.service, phone.slice(3))).toEqual(['public.do_not_call']);
  await eraseOthers(other);
  expect(await whereStands(hooks.service, 'zutshi', 'rukmini')).toEqual([]);
  expect(recordings()).toEqual([]);
  await isAnonymous(call);
  expect(await people.read(human)).toMatchObject(ANONYMOUS_HUMAN_CALL);
  expect((await tests.http().get(`/calls/${call}/timeline`)).body.data).toEqual([]);
  expect(await ledger()).toEqual(spent);
  expect((await tests.http().get(`/do-not-call`)).body.data).toMatchObject([
    { phone_number: phone, call_id: null },
  ]);
  await tests.http().post('/calls').send({ agent_id, phone_number: phone }).expect(409);
  await passesAudit();
  expect(receiver.requests).toHaveLength(events);

  expect((await tests.erase(phone)).erased).toMatchObject(NOTHING);
});
