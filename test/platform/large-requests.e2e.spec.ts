import { connect } from 'node:net';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

const MAX_ANSWER_BYTES = 2 * 1_048_576;

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

interface Refusal {
  error: {
    details: {
      errors: { field: string }[];
      rejected: { errors: { field: string }[]; phone_number: string | null }[];
    };
  };
}

/** POST /batches without supertest, which takes its time over megabytes. */
async function post(body: string, path = '/batches', more: Record<string, string> = {}) {
  const answer = await fetch(`${service.origin}/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...more },
    body,
  });
  const text = await answer.text();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  return { status: answer.status, body: JSON.parse(text) as Refusal };
}

const fields = (count: number, name = (at: number) => `f${at.toString(36)}`) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify(name(at))}:1`).join(',');

test('reports 20 of 1.5 million unknown fields of a row, and parses few', async () => {
  const body = `{"calls":[{"phone_number":"${number()}",${fields(1_500_000)}}]}`;
  expect(body.length).toBeGreaterThan(13_000_000);
  const parse = jest.spyOn(JSON, 'parse');
  const { status, body: refusal } = await post(body);
  // Parsing it whole takes more than a second, which blocks all other requests.
  const parsed = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  expect(Math.max(...parsed)).toBeLessThan(200_000);
  expect(status).toBe(400);
  const { errors, rejected } = refusal.error.details;
  expect(errors).toHaveLength(20);
  expect(errors[0]).toEqual({ field: 'calls[0].f0', message: 'is not a known field' });
  expect(rejected).toHaveLength(1);
  expect(rejected[0]?.errors).toHaveLength(20);
});

test.each<[string, number, (at: number) => string]>([
  ['short', 25, (at) => `f${at}`],
  ['long', 25, (at) => `${at}${'x'.repeat(500)}`],
  ['escaped', 6, (at) => `${at}${'\u0001'.repeat(250)}`],
  ['wide', 12, (at) => `${at}${'𝒳'.repeat(250)}`],
])('reports the problems of 1,000 rows with %s names in 2 MiB', async (_, unknown, name) => {
  const sent = '\u0001'.repeat(200);
  const row = `{"phone_number":${JSON.stringify(sent)},${fields(unknown, name)}}`;
  const calls = Array.from({ length: 1_000 }, () => row).join(',');
  for (const key of ['', '"dry_run":true,']) {
    const { status, body } = await post(`{${key}"agent_id":"${agent_id}","calls":[${calls}]}`);
    expect(status).toBe(key === '' ? 400 : 200);
    const rejected =
      key === '' ? body.error.details.rejected : (body as unknown as { rejected: [] }).rejected;
    expect(rejected).toHaveLength(1_000);
    for (const { errors, phone_number } of rejected) {
      expect(errors.length).toBeGreaterThanOrEqual(1);
      expect(errors.length).toBeLessThanOrEqual(20);
      expect(phone_number).toBe(sent.slice(0, 64));
    }
    if (key === '') expect(body.error.details.errors).toHaveLength(100);
  }
});

test('reports truncated rows and fields, also when the rest is valid', async () => {
  const repeated = `{"a":1${',"a":1'.repeat(30_000)},"b":2}`;
  const rows = [`{"phone_number":"${number()}","metadata":${repeated}}`, `{"phone_number":"${number()}"}`];
  const batch = await post(`{"agent_id":"${agent_id}","dry_run":true,"calls":[${rows.join(',')}]}`);
  expect(batch.status).toBe(200);
  expect((batch.body as unknown as { rejected: object[] }).rejected).toMatchObject([
    { index: 0, errors: [{ field: 'body', message: expect.stringContaining('fewer values') }] },
  ]);
  const many = `{"a":1${',"a":1'.repeat(60_000)},"b":2}`;
  const call = await post(`{"phone_number":"${number()}","metadata":${many}}`, '/calls');
  expect(call.status).toBe(400);
  expect(call.body.error.details.errors).toEqual([
    { field: 'metadata', message: expect.stringContaining('fewer values') },
  ]);
});

test('distinguishes requests that differ in truncated parts alone', async () => {
  const key = { 'Idempotency-Key': 'cut' };
  const bodyWith = (last: string) =>
    `{"agent_id":"${agent_id}","test":true,"calls":[{"phone_number":"+919811130001"},{"metadata":{${fields(20_000)},"last":${last}}}]}`;
  const [first, again, other] = [
    await post(bodyWith('1'), '/batches', key),
    await post(bodyWith('1'), '/batches', key),
    await post(bodyWith('2'), '/batches', key),
  ];
  expect([first.status, again.status, other.status]).toEqual([200, 200, 409]);
});

test('accepts rules with as many values as fit into 32 KiB', async () => {
  const rules = JSON.stringify([
    { action_type: 'send_email', message_body: 'Hello', list: Array.from({ length: 16_000 }, () => 1) },
  ]);
  const spaced = rules.replaceAll(',', ',  ');
  expect(spaced.length).toBeGreaterThan(60_000);
  const { status, body } = await post(
    `{"name":"Rules","system_prompt":"${'x'.repeat(20_000)}","opening_line":"Hello","send_rules":${spaced}}`,
    '/agents',
  );
  expect(JSON.stringify(body)).toContain('"list":[1,1');
  expect(status).toBe(201);
});

test('blocks no other body of the account by bodies that never end', async () => {
  const large = JSON.stringify({
    agent_id,
    dry_run: true,
    calls: Array.from({ length: 400 }, () => ({
      phone_number: number(),
      metadata: { text: 'x'.repeat(1_000) },
    })),
  });
  const { hostname, port } = new URL(service.origin);
  const endless = ['X-API-Key: ' + account.key, 'X-API-Key: none'].flatMap((key) =>
    Array.from({ length: 3 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `POST /v1/batches HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      socket.write(`${(300_000).toString(16)}\r\n${' '.repeat(300_000)}\r\n`);
      return socket;
    }),
  );
  const began = performance.now();
  for (const { status } of await Promise.all([post(large), post(large), post(large)]))
    expect(status).toBe(200);
  expect(performance.now() - began).toBeLessThan(8_000);
  for (const socket of endless) socket.destroy();
  expect((await post(large)).status).toBe(200);
});

test.each(['/calls', '/agents', '/batches'])(
  'reports 100 of 90,000 unknown fields of a body of %s',
  async (path) => {
    const { status, body } = await post(`{${fields(90_000)}}`, path);
    expect(status).toBe(400);
    expect(body.error.details.errors).toHaveLength(100);
  },
);

test('rejects a large well-formed body with thousands of duplicate fields as a whole', async () => {
  const body = `{"agent_id":"${agent_id}","calls":[{"phone_number":"${number()}"}]${',"test":true'.repeat(50_000)}}`;
  const { status, body: refusal } = await post(body);
  expect(status).toBe(400);
  expect(refusal.error.details.errors).toEqual([{ field: 'body', message: expect.any(String) }]);
});
