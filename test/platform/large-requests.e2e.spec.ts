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
async function post(body: string, path = '/batches') {
  const answer = await fetch(`${service.origin}/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body,
  });
  const text = await answer.text();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  return { status: answer.status, body: JSON.parse(text) as Refusal };
}

const fields = (count: number, name = (at: number) => `f${at.toString(36)}`) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify(name(at))}:1`).join(',');

test('of a row of 1.5 million unknown fields 20 are reported, and few are parsed', async () => {
  const body = `{"calls":[{"phone_number":"${number()}",${fields(1_500_000)}}]}`;
  expect(body.length).toBeGreaterThan(13_000_000);
  const parse = jest.spyOn(JSON, 'parse');
  const { status, body: refusal } = await post(body);
  // Parsing it whole takes more than a second, in which nobody else is answered.
  const parsed = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  expect(Math.max(...parsed)).toBeLessThan(200_000);
  expect(status).toBe(400);
  const { errors, rejected } = refusal.error.details;
  expect(errors).toHaveLength(20);
  expect(errors[0]).toEqual({ field: 'calls[0].f0', message: 'is not a known field' });
  expect(rejected).toHaveLength(1);
  expect(rejected[0]?.errors).toHaveLength(20);
}, 60_000);

test.each<[string, number, (at: number) => string]>([
  ['short', 25, (at) => `f${at}`],
  ['long', 25, (at) => `${at}${'x'.repeat(500)}`],
  ['escaped', 6, (at) => `${at}${'\u0001'.repeat(250)}`],
  ['wide', 12, (at) => `${at}${'𝒳'.repeat(250)}`],
])('1,000 rows with problems of %s names are told of in 2 MiB', async (_, unknown, name) => {
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

test.each(['/calls', '/agents', '/batches'])(
  'a body of %s with 90,000 unknown fields is told of 100',
  async (path) => {
    const { status, body } = await post(`{${fields(90_000)}}`, path);
    expect(status).toBe(400);
    expect(body.error.details.errors).toHaveLength(100);
  },
);

test('a large body that is well-formed but for thousands of equal fields is refused as a whole', async () => {
  const body = `{"agent_id":"${agent_id}","calls":[{"phone_number":"${number()}"}]${',"test":true'.repeat(50_000)}}`;
  const { status, body: refusal } = await post(body);
  expect(status).toBe(400);
  expect(refusal.error.details.errors).toEqual([{ field: 'body', message: expect.any(String) }]);
});
