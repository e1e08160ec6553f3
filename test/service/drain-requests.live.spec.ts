import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { Receiver } from '../harness/receiver';

/** Longer than connections without a request may stay open, shorter than an attempt of a webhook. */
const SLOW_MS = 7_000;

const ALLOWED = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };

let service: TestApp;
let account: TestAccount;
let endpoint: Receiver;
let slowMs: number;

beforeEach(async () => {
  service = await TestApp.start(ALLOWED);
  account = await service.account();
  endpoint = await Receiver.start(
    (socket) => void wait(slowMs).then(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')),
  );
  await service.api(account).put('/webhook', { url: endpoint.url() });
});
afterEach(() => endpoint.stop());

/** POST /webhook/test, of which the endpoint has the request. */
async function beginTest(headers: Record<string, string>): Promise<{ answered: Promise<number | string> }> {
  const agent = new Agent({ keepAlive: true });
  const answered = new Promise<number | string>((resolve) => {
    const sent = request(
      `${service.origin}/v1/webhook/test`,
      { method: 'POST', agent, headers: { 'X-API-Key': account.key, ...headers } },
      (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    );
    sent.once('error', (error) => resolve(error.message));
    sent.end();
  });
  await eventually(() => {
    expect(endpoint.requests).toHaveLength(1);
    return Promise.resolve();
  });
  return { answered };
}

test('completes a running request, then ends the process at once', async () => {
  slowMs = SLOW_MS;
  const { answered } = await beginTest({});
  const unfinished = connect(Number(new URL(service.origin).port), '127.0.0.1');
  unfinished
    .on('error', () => undefined)
    .write('POST /v1/calls HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
  const begin = performance.now();
  await service.stop();
  expect(await answered).toBe(200);
  expect(performance.now() - begin).toBeLessThan(SLOW_MS + 2_000);
});

test('completes a request that offers HTTP/2', async () => {
  slowMs = 1_000;
  const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' };
  const { answered } = await beginTest(h2c);
  const begin = performance.now();
  await service.stop();
  expect(await answered).toBe(200);
  expect(performance.now() - begin).toBeLessThan(4_000);
});

test('ends within 5 s despite a connection that sends no whole request', async () => {
  const unfinished = connect(Number(new URL(service.origin).port), '127.0.0.1');
  unfinished.on('error', () => undefined).write('GET /v1/calls HTTP/1.1\r\n');
  await wait(100);
  const begin = performance.now();
  await service.stop();
  expect(performance.now() - begin).toBeLessThan(8_000);
});
