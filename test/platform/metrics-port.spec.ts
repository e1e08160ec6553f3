import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { serveMetrics } from '../../src/bootstrap/metrics-server';
import { Metrics } from '../../src/platform/metrics';

let server: Server;
let port: number;

beforeAll(async () => {
  const metrics = new Metrics();
  metrics.declare('aics_things_total', 'Things.', []);
  server = serveMetrics(metrics).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends a request whose connection ends with its response. */
async function send(text: string) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.write(text.replaceAll('\n', '\r\n'));
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), id: /^x-request-id: (\S+)$/imu.exec(head)?.[1], head, body };
}

const get = (path: string, headers = 'Host: x') => `GET ${path} HTTP/1.1\n${headers}\nConnection: close\n\n`;

test('returns the metrics', async () => {
  const { status, id, head, body } = await send(get('/metrics'));
  expect(status).toBe(200);
  expect(id).toMatch(/^req_[a-z0-9]+$/u);
  expect(head).toMatch(/^content-type: text\/plain/imu);
  expect(body).toMatch(/^# HELP aics_/mu);
});

test.each([
  ['another path', get('/'), 404, 'not_found', undefined],
  ['a method', get('/metrics').replace('GET', 'POST'), 405, 'method_not_allowed', undefined],
  ['a query', get('/metrics?x=1&y=2'), 400, 'invalid_request', ['query.x', 'query.y']],
  ['no Host', get('/metrics', 'A: b'), 400, 'invalid_request', ['headers.Host']],
  ['two Hosts', get('/metrics', 'Host: a\nHost: b'), 400, 'invalid_request', ['headers.Host']],
  ['an expectation', get('/metrics', 'Host: x\nExpect: y'), 400, 'invalid_request', ['headers.Expect']],
  ['a large header', get('/metrics', `Host: x\nA: ${'b'.repeat(17_000)}`), 400, 'invalid_request', ['body']],
  ['no HTTP', 'no HTTP\n\n', 400, 'invalid_request', ['body']],
])('returns an error with envelope and id: %s', async (_name, text, status, code, fields) => {
  const answer = await send(text);
  expect(answer.status).toBe(status);
  const { error } = JSON.parse(answer.body) as {
    error: { code: string; request_id: string; details?: { errors: { field: string }[] } };
  };
  expect(error).toMatchObject({ code, request_id: answer.id });
  expect(error.details?.errors.map(({ field }) => field)).toEqual(fields);
});
