import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../harness/free-port';

const SERVER = join(resolve(__dirname, '../..'), 'examples/tools/server.mjs');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the example of a server for tools', () => {
  let server: ChildProcess;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    server = spawn(process.execPath, [SERVER], {
      env: { ...process.env, TOOL_SECRET: SECRET, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (server.stdout) await once(server.stdout, 'data');
  });
  afterAll(() => server.kill());

  /** Sends a signed body in pieces. */
  async function post(body: string, pieces: readonly Buffer[] = [Buffer.from(body)]) {
    const at = new Date();
    const headers = {
      'webhook-id': 'tinv_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(SECRET).sign('tinv_1', at, body),
    };
    const sending = request({ host: '127.0.0.1', port, method: 'POST', headers });
    const answered = once(sending, 'response');
    for (const piece of pieces) {
      sending.write(piece);
      await new Promise((done) => setTimeout(done, 20));
    }
    sending.end();
    const [response] = (await answered) as [Parameters<typeof text>[0] & { statusCode: number }];
    return { status: response.statusCode, answer: JSON.parse(await text(response)) as unknown };
  }

  it('verifies a body whose characters are split between chunks', async () => {
    const body = JSON.stringify({
      arguments: { order_id: 4711 },
      call: { phone_number: '+91', variables: { city: 'दिल्ली' } },
    });
    const bytes = Buffer.from(body);
    const within = bytes.indexOf('दिल्ली') + 1;
    const pieces = [bytes.subarray(0, within), bytes.subarray(within)];
    expect(await post(body, pieces)).toEqual({ status: 200, answer: { status: 'shipped', day: 'Friday' } });
  });

  it.each(['', '{"order_id":4711}', 'null', 'no JSON'])(
    'responds to the signed body %j, and continues',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: expect.any(Number) });
      expect(await post('{"arguments":{}}')).toMatchObject({ status: 200 });
    },
  );

  it('rejects another body', async () => {
    expect(await post('{}', [Buffer.from('{"a":1}')])).toMatchObject({ status: 401 });
  });
});
