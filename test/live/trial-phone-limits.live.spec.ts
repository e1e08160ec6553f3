import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Accounts, CallingRules } from '../../src/accounts';
import { MediaCapacity } from '../../src/carriers';
import { audit } from '../../src/cli/audit/audit';
import { eventually, TestApp } from '../harness/app';
import { ConsoleTests } from '../harness/console';
import { LiveDriver } from '../harness/live-driver';
import { reaches } from '../harness/sip-accounts';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

const HOST = '127.0.0.1';
const driver = new LiveDriver();

interface SetUp {
  readonly username: string;
  readonly password: string;
  readonly port: number;
}

const accounts = () => driver.service.app.get(Accounts, { strict: false });
const codeOf = ({ body }: { body: { error: { code: string } } }) => body.error.code;
let own: SetUp;

beforeEach(async () => {
  await accounts().set(driver.account.id, { trialPhone: true });
  own = (await driver.http.post('/trial-phone').expect(200)).body;
});
afterEach(hangUpAll);

async function registering(...words: string[]): Promise<Softphone> {
  const { username, password, port } = own;
  const phone = new Softphone(
    ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${username}@${HOST}:${port}`],
    ...['--username', username, '--password', password, ...words],
  );
  await phone.until('registered');
  return phone;
}

async function registered(...words: string[]): Promise<Softphone> {
  const phone = await registering(...words);
  await eventually(async () => {
    expect((await driver.http.get('/trial-phone').expect(200)).body.state).toBe('registered');
  });
  return phone;
}

const calling = (...words: string[]) =>
  new Softphone(
    ...['--json', '--username', own.username, '--password', own.password],
    ...['--dial', `sip:agent@${HOST}:${own.port}`, ...words],
  );

const ring = (body: object = { agent_id: driver.agentId }) =>
  driver.http.post('/trial-phone/ring').send(body);

const inProgress = (id: string) => reaches(driver.service, driver.account, id, 'in_progress');

async function ended(id: string, withinMs = 20_000) {
  await eventually(async () => {
    const rows = await driver.service.unitOfWork.rows(
      'SELECT FROM calls WHERE id = $1 AND ended_at IS NOT NULL',
      [id],
    );
    expect(rows).toHaveLength(1);
  }, withinMs);
  return driver.service.api(driver.account).get(`/calls/${id}`);
}

/** Sets the length of the calls that ended. */
const spend = (seconds: number) =>
  driver.service.unitOfWork.rows(
    `UPDATE calls SET duration_seconds = $2 WHERE account_id = $1 AND duration_seconds IS NOT NULL`,
    [driver.account.id, seconds],
  );

test('ends a talk with the last minute, then returns 429 for a ring and 480 for a call', async () => {
  await accounts().set(driver.account.id, { voiceTestMinutes: 1 });
  await driver.http.patch('/trial-phone').send({ agent_id: driver.agentId }).expect(200);
  const talking = await registered();
  const first = await ring().expect(200);
  await inProgress(first.body.id);
  // The minute is reserved.
  expect(codeOf(await ring().expect(429))).toBe('rate_limited');
  await talking.stop();
  await ended(first.body.id);
  await spend(57);

  const phone = await registered();
  const second = await ring().expect(200);
  await phone.until('answered');
  const cut = await ended(second.body.id);
  expect(cut).toMatchObject({ status: 'completed', ended_by: 'agent' });
  expect(cut.duration_seconds).toBeGreaterThanOrEqual(3);
  expect(cut.duration_seconds).toBeLessThanOrEqual(4);

  const refused = await ring().expect(429);
  expect(codeOf(refused)).toBe('rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const caller = calling();
  expect(await caller.until('ended')).toMatchObject({ status: 480 });
  const { data } = await driver.service.api(driver.account).get('/calls?direction=inbound');
  expect(data).toMatchObject([
    { status: 'failed', status_reason: 'The minutes of voice tests are used up.', test: true },
  ]);
});

test('rings an unanswered phone for 45 s', async () => {
  const phone = await registered('--answer-after', 'never');
  const { body: call } = await ring().expect(200);
  const ringing = await phone.until('ringing');
  const over = await ended(call.id, 60_000);
  expect(over).toMatchObject({ status: 'no_answer', test: true });
  const end = await phone.until('ended');
  const seconds = (end.at_ms - ringing.at_ms) / 1_000;
  expect(seconds).toBeGreaterThan(43);
  expect(seconds).toBeLessThan(48);
});

test('validates the fields of a ring', async () => {
  await registered('--reject', '486');
  const contact = { name: 'Priya', email: 'priya@example.com' };
  const { body: call } = await ring({
    agent_id: driver.agentId,
    contact,
    variables: { course: 'B.Com' },
  }).expect(200);
  expect(call).toMatchObject({
    object: 'call',
    agent_id: driver.agentId,
    contact,
    variables: { course: 'B.Com' },
  });
  expect(await ended(call.id)).toMatchObject({ status: 'busy', test: true });
  expect(codeOf(await ring({ agent_id: 'agent_unknown' }).expect(404))).toBe('agent_not_found');
  expect(codeOf(await ring({ agent_id: 5 }).expect(400))).toBe('invalid_request');
  expect(codeOf(await ring({ phone_number: '+919812345670' }).expect(400))).toBe('invalid_request');
});

test('counts two channels for rings and calls, and no dials, in the audit, too', async () => {
  // Neither hours, lines nor limits hold a ring.
  await accounts().set(driver.account.id, { lines: 0, dailyLimit: 1 });
  const phone = await registered();
  const ids: string[] = [];
  for (let index = 0; index < 2; index++) {
    const { body } = await ring().expect(200);
    ids.push(body.id);
    await inProgress(body.id);
  }
  expect(codeOf(await ring().expect(409))).toBe('no_room');
  const caller = calling();
  expect(await caller.until('ended')).toMatchObject({ status: 486 });
  await phone.stop();
  for (const id of ids) await ended(id);

  const scope = {
    accountId: driver.account.id,
    from: new Date(0),
    to: new Date(driver.service.clock.nowMs() + 60_000),
  };
  const isOpen = (policy: CallingRules['policy'], at: Date) => new CallingRules(policy).isOpen(at);
  const look = async () => (await audit(driver.service.unitOfWork, scope, isOpen)).checks;
  const checks = await look();
  expect(checks.filter(({ failures }) => failures.length > 0)).toEqual([]);
  const counts = Object.fromEntries(checks.map(({ name, count }) => [name, count]));
  expect(counts).toMatchObject({
    channels_never_exceeded: 2,
    daily_account_limit_kept: 0,
    lines_never_exceeded: 0,
    one_call_at_once_to_a_number: 0,
    no_dial_outside_calling_hours: 0,
    each_talk_charged_once: 3,
  });
  await driver.service.unitOfWork.rows('UPDATE legs SET channels = 1 WHERE account_id = $1', [
    driver.account.id,
  ]);
  const failed = (await look()).filter(({ failures }) => failures.length > 0);
  expect(failed.map(({ name }) => name)).toEqual(['channels_never_exceeded']);
});

test('rings no phone by a process at its MEDIA_MAX_CALLS', async () => {
  const capacity = driver.service.app.get(MediaCapacity, { strict: false });
  const limit = jest.spyOn(capacity, 'max', 'get').mockReturnValue(1);
  const phone = await registered();
  const { body: first } = await ring().expect(200);
  await inProgress(first.id);
  const { body: second } = await ring().expect(200);
  const full = { status: 'failed', status_reason: 'The service had no room for the call.', test: true };
  expect(await ended(second.id)).toMatchObject(full);
  limit.mockRestore();
  await phone.stop();
  await ended(first.id);
});

test('shows which ports to open when no audio arrives, until a call with audio', async () => {
  const silent = await registered('--no-rtp', '--hang-up-after', '3');
  const { body: call } = await ring().expect(200);
  await ended(call.id);
  const { body } = await driver.http.get('/trial-phone').expect(200);
  expect(body).toMatchObject({ state: 'failing', problem: 'no sound came: open RTP_PORTS' });
  await silent.stop();
  const phone = await registering('--hang-up-after', '3');
  // The state stays `failing`, so it does not show when the process has stored the registration.
  const next = await eventually(() => ring().expect(200));
  await ended(next.body.id);
  await eventually(async () => {
    const { body: now } = await driver.http.get('/trial-phone').expect(200);
    expect(now).toMatchObject({ state: 'registered', problem: null });
  });
  await phone.stop();
});

test('names the setting of a port that another program uses', async () => {
  const taken = createSocket('udp4').bind(0, HOST);
  await once(taken, 'listening');
  const { port } = taken.address();
  const service = await TestApp.start({ SIP_HOST: HOST, SIP_PORT: String(port) });
  const tests = new ConsoleTests(service);
  const account = await service.account();
  await service.app.get(Accounts, { strict: false }).set(account.id, { trialPhone: true });
  const { headers } = await tests.person(account.id, ['ADMIN']);
  const { body } = await tests.http(headers).post('/trial-phone').expect(200);
  await service.stop();
  taken.close();
  expect(body).toMatchObject({ state: 'failing', problem: `port ${port} is in use: set SIP_PORT` });
});
