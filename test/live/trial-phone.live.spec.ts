import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Accounts } from '../../src/accounts';
import { toneSamples } from '../../src/media/domain/tones/tone';
import { eventually } from '../harness/app';
import { freePort } from '../harness/free-port';
import { AGENT, LiveDriver } from '../harness/live-driver';
import { Baresip } from '../phone/harness/baresip';
import { describeWith } from '../phone/harness/foreign';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { writeMono } from '../phone/harness/sounds';

const HOST = '127.0.0.1';
const driver = new LiveDriver();

interface SetUp {
  readonly username: string;
  readonly password: string;
  readonly port: number;
}

beforeEach(() =>
  driver.service.app.get(Accounts, { strict: false }).set(driver.account.id, { trialPhone: true }),
);
afterEach(hangUpAll);

const read = async () => (await driver.http.get('/trial-phone').expect(200)).body;

/** Reads until it is so, at most for the time that people are promised. */
async function until(state: string, withinMs = 4_000) {
  const end = Date.now() + withinMs;
  for (;;) {
    const body = await read();
    if (body.state === state || Date.now() > end) return body;
    await new Promise((wait) => setTimeout(wait, 50));
  }
}

/** It can be used at once. */
async function setUp(): Promise<SetUp> {
  const { body } = await driver.http.post('/trial-phone').expect(200);
  expect(body).toMatchObject({ state: 'waiting', password: expect.stringMatching(/^[a-z0-9]{26}$/) });
  return body;
}

async function registered({ username, password, port }: SetUp, ...words: string[]): Promise<Softphone> {
  const phone = new Softphone(
    ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${username}@${HOST}:${port}`],
    ...['--username', username, '--password', password, ...words],
  );
  await phone.until('registered');
  return phone;
}

const callOf = async (id: string) => (await driver.service.api(driver.account).get(`/calls/${id}`)) as never;

async function ended(id: string, withinMs = 20_000): Promise<Record<string, unknown>> {
  const end = Date.now() + withinMs;
  for (;;) {
    const call = (await callOf(id)) as Record<string, unknown>;
    if (!['queued', 'dialing', 'in_progress'].includes(String(call['status'])) || Date.now() > end)
      return call;
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

test.each(['udp', 'tcp'])('registers a softphone over %s, and rings it', async (transport) => {
  const phone = await registered(await setUp(), '--transport', transport, '--hang-up-after', '2');
  const now = await until('registered', 2_000);
  expect(now).toMatchObject({
    state: 'registered',
    problem: null,
    registrations: [{ transport, address: expect.stringContaining(HOST), process: expect.any(String) }],
  });
  const { body: call } = await driver.http
    .post('/trial-phone/ring')
    .send({ agent_id: driver.agentId })
    .expect(200);
  expect(call).toMatchObject({
    object: 'call',
    phone_number: 'softphone',
    test: true,
    direction: 'outbound',
  });
  await phone.until('answered');
  const done = await ended(String(call.id));
  expect(done).toMatchObject({
    status: 'completed',
    test: true,
    phone_number: 'softphone',
    ended_by: 'contact',
  });
  const found = await driver.service.api(driver.account).get('/calls?phone_number=softphone');
  expect(found).toMatchObject({ data: [{ id: call.id }] });
});

test('connects a softphone with the agent by any dialed number, without the notice of listeners', async () => {
  const listening = { listening: 'staff', listeningNotice: 'Somebody may listen.' } as const;
  await driver.service.app.get(Accounts, { strict: false }).set(driver.account.id, listening);
  const own = await setUp();
  await driver.http.patch('/trial-phone').send({ agent_id: driver.agentId }).expect(200);
  const words = ['--dial', `sip:4711@${HOST}:${own.port}`, '--hang-up-after', '2'];
  const phone = new Softphone('--json', '--username', own.username, '--password', own.password, ...words);
  await phone.until('answered');
  await phone.ended;
  const { data } = (await driver.service.api(driver.account).get('/calls?direction=inbound')) as {
    data: { id: string }[];
  };
  expect(await ended(data[0]?.id ?? '')).toMatchObject({
    status: 'completed',
    direction: 'inbound',
    test: true,
    phone_number: 'softphone',
    agent_id: driver.agentId,
  });
  await eventually(async () =>
    expect(await callOf(data[0]?.id ?? '')).toMatchObject({
      outcome: { transcript: [{ speaker: 'agent', text: AGENT.opening_line }] },
    }),
  );
});

test('shows a wrong password with its source address', async () => {
  const own = await setUp();
  const phone = new Softphone(
    ...['--json', '--listen', `${HOST}:0`, '--register', `sip:${own.username}@${HOST}:${own.port}`],
    ...['--username', own.username, '--password', 'not the right one'],
  );
  await phone.until('not_registered');
  expect(await until('failing')).toMatchObject({ problem: `wrong password from ${HOST}`, registrations: [] });
});

test('rings nothing without a registered softphone', async () => {
  await setUp();
  const { body } = await driver.http.post('/trial-phone/ring').expect(409);
  expect(body.error.code).toBe('no_softphone');
});

test('reports a phone that declines', async () => {
  const declines = await registered(await setUp(), '--reject', '603');
  await until('registered');
  const { body: call } = await driver.http.post('/trial-phone/ring').expect(200);
  expect(await ended(String(call.id))).toMatchObject({
    status: 'busy',
    status_reason: 'The call was declined.',
  });
  await declines.stop();
});

describeWith(['baresip'], 'baresip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-trial-'));
  const says = join(folder, 'says.wav');
  writeMono(says, Int16Array.from([...toneSamples({ hertz: [700], pattern: null, level: -26 }, 4_000)]));
  const running: Baresip[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((baresip) => baresip.stop()));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = async ({ username, password, port }: SetUp, transport: string, command?: string) => {
    const own = mkdtempSync(join(folder, 'phone-'));
    mkdirSync(own, { recursive: true });
    const account = `<sip:${username}@${HOST}:${port};transport=${transport}>;auth_user=${username};auth_pass=${password};regint=60`;
    const baresip = new Baresip({
      folder: own,
      port: await freePort(),
      says,
      account,
      ...(command !== undefined && { command }),
    });
    running.push(baresip);
    await baresip.until(/baresip is ready/);
    return baresip;
  };

  test.each(['udp', 'tcp'])('registers over %s, rings and talks', async (transport) => {
    const own = await setUp();
    await start(own, transport);
    expect(await until('registered')).toMatchObject({
      registrations: [{ transport, agent: expect.stringContaining('baresip') }],
    });
    const { body: call } = await driver.http.post('/trial-phone/ring').expect(200);
    expect(await ended(String(call.id))).toMatchObject({
      status: 'completed',
      answered_by: expect.any(String),
    });
  });

  test('answers a phone with its password by the agent', async () => {
    const own = await setUp();
    await driver.http.patch('/trial-phone').send({ agent_id: driver.agentId }).expect(200);
    const baresip = await start(own, 'udp', `/dial sip:agent@${HOST}:${own.port}`);
    await baresip.until(/Call established/);
    const { data } = (await driver.service.api(driver.account).get('/calls?direction=inbound')) as {
      data: { id: string }[];
    };
    expect(await ended(data[0]?.id ?? '', 30_000)).toMatchObject({
      status: 'completed',
      direction: 'inbound',
    });
  });
});
