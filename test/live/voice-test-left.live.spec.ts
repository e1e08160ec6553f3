import { connect } from 'node:net';
import { LiveSockets } from '../../src/live/application/live-sockets';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests } from '../harness/console';
import { AGENT } from '../harness/live-driver';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

let databaseUrl: string;
let engines: SpeechServer;
let api: TestApp;
let host: TestApp;

beforeAll(async () => {
  engines = await SpeechServer.start();
  databaseUrl = await createDatabase();
  const shared = { ...engines.environment, DATABASE_URL: databaseUrl, SECRET_KEY: '7'.repeat(64) };
  api = await TestApp.start({ ...shared, ROLE: 'api', PUBLIC_URL: 'http://127.0.0.1:1' }, databaseUrl);
  host = await TestApp.start({ ...shared, ROLE: 'media', MEDIA_PORT: '0', HOST: '127.0.0.1' }, databaseUrl);
});
afterAll(async () => {
  await host.stop();
  await api.stop();
  engines.close();
  await dropDatabase(databaseUrl);
});

/** The request of a browser for a socket. */
const upgradeOf = (path: string, cookie: string, ticket: string) =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(api.origin).host}`,
    `Origin: ${api.origin}`,
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    `Sec-WebSocket-Protocol: aics-live-1, ticket.${ticket}`,
    '\r\n',
  ].join('\r\n');

test('ends a relayed test 5 s after its page left', async () => {
  const account = await api.account();
  const tests = new ConsoleTests(api);
  const { headers, cookie } = await tests.person(account.id, ['ADMIN']);
  const agentId = await makeAgent(api, account, AGENT);
  const { body } = await eventually(() =>
    tests.http(headers).post('/voice-tests').send({ agent_id: agentId }).expect(200),
  );
  const { id, socket: path, ticket } = body as { id: string; socket: string; ticket: string };
  const { hostname, port } = new URL(api.origin);
  const admissions = jest.spyOn(LiveSockets.prototype, 'admit');
  const page = connect(Number(port), hostname);
  page.on('error', () => undefined);
  page.write(upgradeOf(path, cookie, ticket));
  while (admissions.mock.calls.length === 0) await new Promise(setImmediate);
  page.resetAndDestroy();
  await admissions.mock.results[0]?.value;
  admissions.mockRestore();
  await eventually(async () => {
    const { body: test } = await tests.http(headers).get(`/voice-tests/${id}`).expect(200);
    expect(test).toMatchObject({ status: 'failed', reason: 'The connection was lost.' });
  }, 10_000);
});
