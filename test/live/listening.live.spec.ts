import { PCMU } from '../../src/media/domain/g711';
import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { ScriptedPhones } from '../harness/human-sip';
import { ListeningDriver, NOTICE, OPENING } from '../harness/listening-driver';
import { LivePage } from '../harness/live-page';
import { compileThreads, reaches, type SipAccount } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { TalkingPhones } from '../harness/talking-phones';
import { soundsIn } from '../phone/harness/sounds';

compileThreads();

const SIDE_BYTES = 800;

let service: TestApp;
let speech: SpeechServer;
let phones: ScriptedPhones;
let voices: TalkingPhones;
let tests: ConsoleTests;
let driver: ListeningDriver;

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start(speech.environment);
  phones = await ScriptedPhones.open();
  voices = new TalkingPhones();
  tests = new ConsoleTests(service);
  driver = new ListeningDriver(service, tests, phones, voices);
});
afterAll(async () => {
  await voices.close();
  await service.stop();
  await phones.close();
  speech.close();
});

/** What a page has got of one side, decoded. */
function heardOf(page: LivePage, side: 0 | 1): Int16Array {
  const from = 4 + side * SIDE_BYTES;
  const bytes = page.sounds.flatMap((block) => [...block.subarray(from, from + SIDE_BYTES)]);
  return Int16Array.from(bytes, (byte) => PCMU.linear[byte] ?? 0);
}

const connectionTo = (id: string) => ({
  object: 'listening',
  ticket: expect.stringMatching(/^[\w-]{43}$/),
  socket: `/console/live/calls/${id}`,
  sides: ['agent', 'contact'],
});

/** Whole blocks without a gap from when the page connected, with the agent and one sound of the contact. */
function expectSound(page: LivePage, elapsedMs: number): void {
  expect(new Set(page.sounds.map(({ length }) => length))).toEqual(new Set([4 + 2 * SIDE_BYTES]));
  const times = page.sounds.map((block) => block.readUInt32BE());
  expect(times.slice(1).every((at, n) => at - Number(times[n]) === 100)).toBe(true);
  expect(Math.abs(Number(times[0]) - elapsedMs)).toBeLessThan(400);
  expect(soundsIn(heardOf(page, 0)).length).toBeGreaterThan(0);
  expect(soundsIn(heardOf(page, 1), 800)).toHaveLength(1);
}

test('follows a call with sound of both sides, states and turns, ends it, and is recorded', async () => {
  const { account, admin } = await driver.setting();
  speech.words.push('Yes, please.');
  const id = await driver.runningCall(account, [{ atMs: 4_500, hertz: 500, ms: 720 }]);
  const { body } = await driver.listen(admin, id).expect(200);
  expect(body).toEqual(connectionTo(id));
  const page = await LivePage.open(service.origin, body.socket, {
    cookie: admin.cookie,
    ticket: body.ticket,
  });
  const ready = await page.listen().until('ready');
  expect(ready).toEqual({
    type: 'ready',
    sides: ['agent', 'contact'],
    elapsed_ms: expect.any(Number),
    resume: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(await page.until('turn')).toMatchObject({ speaker: 'agent', text: `${NOTICE} ${OPENING}` });
  expect(await page.until('turn', ({ speaker }) => speaker === 'contact')).toMatchObject({
    text: 'Yes, please.',
  });
  await page.until('state', ({ state }) => state === 'speaking');

  page.text({ type: 'hang_up' });
  const call = await reaches(service, account, id, 'completed');
  expect(call).toMatchObject({ ended_by: 'human', status_reason: 'A person of the account ended the call.' });
  expect(await page.until('ended')).toEqual({
    type: 'ended',
    ended_by: 'human',
    reason: 'A person of the account ended the call.',
  });
  expect(await page.closed).toBe(1_000);

  expectSound(page, Number(ready.elapsed_ms));
  const [line] = await driver.audit(admin, 1);
  expect(line).toMatchObject({
    action: 'consoleListen',
    subject_id: id,
    who: { kind: 'login', id: admin.loginId, email: admin.email },
  });
  expect(Math.abs(Number(line?.count) - page.sounds.length / 10)).toBeLessThan(2);
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  expect(data).toContainEqual({
    at: expect.any(String),
    type: 'listening',
    message: `Somebody of the account listened for ${line?.count} s.`,
  });
});

test('plays both people of a human call, and shows the listener to the counsellor', async () => {
  const { admin, me, id } = await driver.runningHumanCall();
  const page = await driver.listener(admin, id, 'human-calls');
  expect(await page.listen().until('ready')).toMatchObject({ sides: ['counsellor', 'contact'] });
  const seen = () => me.get(`/my-calls/${id}/listening`).expect(200);
  await eventually(async () =>
    expect((await seen()).body).toEqual({ object: 'own_listeners', listening: true }),
  );
  await tests.http(admin.headers).get(`/my-calls/${id}/listening`).expect(403);
  page.text({ type: 'hang_up' });

  expect(await page.until('ended')).toMatchObject({ ended_by: 'contact' });
  const [left, right] = ([0, 1] as const).map((side) => soundsIn(heardOf(page, side), 400));
  expect([left?.length, right?.length]).toEqual([1, 1]);
  expect(Number(left?.[0]?.fromMs)).toBeLessThan(Number(right?.[0]?.fromMs));
  await eventually(async () => expect((await seen()).body.listening).toBe(false));
  expect(await driver.audit(admin, 1)).toMatchObject([{ subject_id: id }]);
});

test('ends within 5 s once human calls are excluded', async () => {
  const { account, admin, id } = await driver.runningHumanCall();
  const page = await driver.listener(admin, id, 'human-calls');
  await page.listen().until('ready');
  const { body } = await driver.listen(admin, id, 'human-calls').expect(200);
  await tests.accounts().set(account.id, { listeningHuman: false });
  const { socket, ticket } = body;
  const late = await LivePage.refusal(service.origin, socket, { cookie: admin.cookie, ticket });
  expect(late.status).toBe(404);
  expect(await page.closed).toBe(4_001);
});

describe('listening to a call', () => {
  let account: SipAccount;
  let admin: SignedInPerson;
  let id: string;
  beforeAll(async () => {
    ({ account, admin } = await driver.setting());
    id = await driver.runningCall(account);
  });

  const refused = async (path: string, reason: string) => {
    const { body } = await tests.http(admin.headers).post(path).send().expect(409);
    expect(body.error).toMatchObject({ code: 'not_listenable', details: { reason } });
  };

  it('resumes after a broken connection', async () => {
    const page = await driver.listener(admin, id);
    const { resume } = await page.until('ready');
    page.socket.terminate();
    const again = await LivePage.open(service.origin, `/console/live/calls/${id}`, {
      cookie: admin.cookie,
      resume: String(resume),
    });
    expect((await again.until('ready')).resume).not.toBe(resume);
    await again.heard(300);
    again.socket.close(1_000);
  });

  it('counts the seconds in which the page was connected', async () => {
    const page = await driver.listener(admin, id);
    await page.listen().until('ready');
    await page.heard(2_000);
    page.socket.terminate();
    const lines = await driver.audit(admin, 2);
    expect(lines.map(({ count }) => count)).toEqual([2, 1]);
  });

  it('ends for a page that sends sound', async () => {
    const page = await driver.listener(admin, id);
    page.socket.send(Buffer.alloc(160, 0xff));
    expect(await page.closed).toBe(4_009);
  });

  it('drops sound that the page does not receive for 3 s', async () => {
    const page = await driver.listener(admin, id);
    await page.until('lag');
    expect(page.sounds.length).toBeGreaterThanOrEqual(29);
    page.socket.close(1_000);
  });

  it('is limited to eight people', async () => {
    await eventually(async () =>
      expect(await service.unitOfWork.rows('SELECT FROM listenings WHERE call_id = $1', [id])).toHaveLength(
        0,
      ),
    );
    const tickets = await Promise.all(Array.from({ length: 10 }, () => driver.listen(admin, id).expect(200)));
    const opened = await Promise.allSettled(
      tickets.map(({ body }) =>
        LivePage.open(service.origin, body.socket, { cookie: admin.cookie, ticket: body.ticket }),
      ),
    );
    const pages = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(pages).toHaveLength(8);
    await eventually(() => refused(`/calls/${id}/listen`, 'too_many'));
    for (const { socket } of pages) socket.close(1_000);
    await eventually(() => driver.listen(admin, id).expect(200));
  });

  it('is rejected with the first reason that applies', async () => {
    const { agent_id } = account;
    const scheduled_for = new Date(service.clock.nowMs() + 86_400_000).toISOString();
    const queued = await service
      .api(account)
      .post('/calls', { agent_id, phone_number: number(), scheduled_for });
    await refused(`/calls/${queued.id}/listen`, 'not_in_progress');
    await tests.http(admin.headers).post('/calls/call_0/listen').send().expect(404);
    const counsellor = await tests.person(account.id, ['COUNSELLOR']);
    await driver.listen(counsellor, id).expect(403);
    await service.unitOfWork.affected('UPDATE legs SET may_listen = false WHERE call_id = $1', [id]);
    await refused(`/calls/${id}/listen`, 'no_notice');
    await service.unitOfWork.affected(
      `UPDATE legs SET may_listen = true, process_id = 'med_0' WHERE call_id = $1`,
      [id],
    );
    await refused(`/calls/${id}/listen`, 'unreachable');
    await service.unitOfWork.affected(`UPDATE accounts SET carrier = 'simulator' WHERE id = $1`, [
      account.id,
    ]);
    await refused(`/calls/${queued.id}/listen`, 'simulated');
  });

  it('ends within 5 s after the setting is turned off', async () => {
    const { account: other, admin: boss } = await driver.setting();
    const call = await driver.runningCall(other);
    const page = await driver.listener(boss, call);
    const ready = await page.until('ready');
    expect(ready.sides).toEqual(['agent', 'contact']);
    await tests.accounts().set(other.id, { listening: 'off' } as never);
    const from = performance.now();
    expect(await page.closed).toBe(4_001);
    expect(performance.now() - from).toBeLessThan(5_500);
    await driver.listen(boss, call).expect(403);
  });
});
