import { Agent, get } from 'node:http';
import request from 'supertest';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { LivePage } from '../harness/live-page';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

const ENGLISH = { language: 'english', tts_model: 'openai', voice: 'alloy' };

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agentId: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account();
  agentId = await makeAgent(service, account, ENGLISH);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await tests.accounts().set(account.id, { voiceTests: 20, voiceTestMinutes: 1_440 });
  admin = await tests.person(account.id, ['ADMIN']);
});

async function started(person = admin) {
  const { body } = await tests
    .http(person.headers)
    .post('/voice-tests')
    .send({ agent_id: agentId })
    .expect(200);
  return body as { id: string; ticket: string; socket: string };
}

const refusal = (path: string, options: Partial<Parameters<typeof LivePage.refusal>[2]> = {}) =>
  LivePage.refusal(service.origin, path, { cookie: admin.cookie, ...options });

describe('a live socket is refused with', () => {
  it('404 for an unknown path', async () => {
    const { status, headers, body } = await refusal('/console/live/nothing/x');
    expect([status, body.error.code]).toEqual([404, 'not_found']);
    expect(headers['x-request-id']).toMatch(/^req_/);
  });

  it('405 for another method, and 400 for a request that is no WebSocket of version 13', async () => {
    const path = '/console/live/voice-tests/vtest_1';
    await request(service.origin).post(path).expect(405);
    const plain = await request(service.origin).get(path).expect(400);
    expect(plain.body.error.details.errors[0].field).toBe('headers.Upgrade');
    expect(plain.headers['sec-websocket-version']).toBe('13');
    const old = await request(service.origin)
      .get(path)
      .set({ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '8' })
      .expect(400);
    expect(old.body.error.code).toBe('invalid_request');
  });

  it('403 for another origin, none, or another site', async () => {
    const path = '/console/live/voice-tests/vtest_1';
    for (const headers of [
      { Origin: 'https://example.com' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
      const { status, body } = await refusal(path, { cookie: '', headers: headers as never });
      expect([headers, status, body.error.code]).toEqual([headers, 403, 'cross_origin']);
    }
  });

  it('401 without a session', async () => {
    const { socket, ticket } = await started();
    expect(await refusal(socket, { cookie: '', ticket })).toMatchObject({
      status: 401,
      body: { error: { code: 'not_signed_in' } },
    });
    // The ticket was not used.
    const page = await LivePage.open(service.origin, socket, { cookie: admin.cookie, ticket });
    page.socket.terminate();
  });

  it('404 after the scheme of the page, also as the one of a WebSocket', async () => {
    const own = await TestApp.start({ TRUST_PROXY: 'loopback' });
    const { host } = new URL(own.origin);
    const person = await new ConsoleTests(own).person((await own.account()).id, ['ADMIN']);
    for (const [forwarded, scheme, prefix] of [
      ['ws', 'http', ''],
      ['wss', 'https', '__Host-'],
    ]) {
      const { status } = await LivePage.refusal(own.origin, '/console/live/voice-tests/vtest_1', {
        cookie: `${prefix}${person.cookie}`,
        headers: { 'X-Forwarded-Proto': `${forwarded}`, Origin: `${scheme}://${host}` },
      });
      expect([forwarded, status]).toEqual([forwarded, 404]);
    }
    await own.stop();
  });

  it('404 for an unknown test, and an invalid, foreign or used ticket', async () => {
    const one = await started();
    const other = await started(await tests.person(account.id, ['ADMIN']));
    const unknown = await refusal('/console/live/voice-tests/vtest_0', { ticket: one.ticket });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect((await refusal(one.socket, { ticket: 'x'.repeat(43) })).status).toBe(404);
    expect((await refusal(one.socket, { ticket: other.ticket })).status).toBe(404);
    expect((await refusal(other.socket, { ticket: other.ticket })).status).toBe(404);
    expect((await refusal(one.socket, { protocols: [`ticket.${one.ticket}`] })).status).toBe(404);
    const page = await LivePage.open(service.origin, one.socket, {
      cookie: admin.cookie,
      ticket: one.ticket,
    });
    expect(page.socket.protocol).toBe('aics-live-1');
    expect((await refusal(one.socket, { ticket: one.ticket })).status).toBe(404);
    page.socket.terminate();
  });

  it('404 for a ticket of more than 30 s', async () => {
    const { socket, ticket } = await started();
    const now = service.clock.nowMs();
    const stopped = service.stopClock(now + 30_001);
    expect((await refusal(socket, { ticket })).status).toBe(404);
    stopped.mockRestore();
  });

  it('404 for one of two requests at once with one ticket', async () => {
    const { socket, ticket } = await started();
    const opened = await Promise.allSettled(
      [1, 2, 3].map(() => LivePage.open(service.origin, socket, { cookie: admin.cookie, ticket })),
    );
    const pages = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(pages).toHaveLength(1);
    pages[0]?.socket.terminate();
  });
});

describe('a request with an Upgrade that is no WebSocket', () => {
  const H2C = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };

  it('gets the response of a request without it', async () => {
    await request(service.origin).get('/health/live').set(H2C).expect(200);
    const made = await request(service.origin)
      .post('/v1/agents')
      .set({ ...H2C, 'X-API-Key': account.key })
      .send({ name: 'H2C', opening_line: 'Hello', system_prompt: 'x'.repeat(20_000) })
      .expect(201);
    expect(made.body.name).toBe('H2C');
    const socket = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    await request(service.origin)
      .get('/v1/agents')
      .set({ ...socket, 'X-API-Key': account.key })
      .expect(200);
    await request(service.origin).get('/console/live/voice-tests/vtest_1').set(H2C).expect(400);
  });

  it('leaves its connection open to WebSockets', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statusOf = (path: string, headers: Record<string, string>) =>
      new Promise<[status: number | undefined, port: number | undefined]>((resolve, reject) => {
        const sent = get(`${service.origin}${path}`, { agent, headers }, (response) => {
          const { localPort } = response.socket;
          response.resume().once('end', () => resolve([response.statusCode, localPort]));
        }).once('error', reject);
        sent.once('upgrade', () => reject(new Error('the socket was opened')));
      });
    const [plain, port] = await statusOf('/health/live', H2C);
    expect(plain).toBe(200);
    const socket = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    };
    expect(await statusOf('/console/live/voice-tests/vtest_1', socket)).toEqual([403, port]);
    agent.destroy();
  });
});

test('fails a test without a connection after 30 s', async () => {
  const { id } = await started();
  await service.advance(31_000);
  const { body } = await tests.http(admin.headers).get(`/voice-tests/${id}`);
  expect(body).toMatchObject({ status: 'failed', reason: 'Nobody connected.', ended_by: 'service' });
});

test('ends the test within 5 s after a sign-out', async () => {
  const { id, socket, ticket } = await started();
  const page = await LivePage.open(service.origin, socket, { cookie: admin.cookie, ticket });
  await page.until('ready');
  page.begin();
  await tests.http(admin.headers).post('/sign-out').expect(200);
  expect(await page.closed).toBe(4_001);
  const viewer = await tests.person(account.id, ['ADMIN']);
  await eventually(async () => {
    const { body } = await tests.http(viewer.headers).get(`/voice-tests/${id}`);
    expect(body).toMatchObject({ status: 'ended', ended_by: 'service' });
  });
});
