import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { TestApp } from '../harness/app';

const run = promisify(execFile);
const FOLDER = join(resolve(__dirname, '../..'), 'examples/python');

const version = /^Python 3\.(\d+)/.exec(
  spawnSync('python3', ['--version'], { encoding: 'utf8' }).output.join(''),
)?.[1];
const hasPython = Number(version ?? 0) >= 10;
if (!hasPython) console.log('skipped: the Python example needs python3 3.10 or later');
const describeWithPython = hasPython ? describe : describe.skip;

describeWithPython('the Python example', () => {
  let service: TestApp;
  let environment: Record<string, string>;

  beforeAll(async () => {
    service = await TestApp.start();
    const { key } = await service.account();
    const agent = { name: 'Asha', opening_line: 'Namaste.', system_prompt: 'Be brief.' };
    const { id } = await service.api({ key }).post('/agents', agent);
    await service.http({ key }).put('/settings/default-agent').send({ agent_id: id }).expect(200);
    environment = { AI_CALLING_API_KEY: key, AI_CALLING_BASE_URL: `${service.origin}/v1` };
  });
  afterAll(() => service.stop());

  async function python(...args: string[]): Promise<string> {
    const { stdout } = await run('python3', args, { cwd: FOLDER, env: { ...process.env, ...environment } });
    return stdout;
  }

  it('creates a test call and a batch, and waits for both', async () => {
    expect(await python('ai_calling.py')).toMatch(/^completed \S+\n2 of 2 \{/);
  });

  it('lists calls, and returns errors by their code', async () => {
    const code = `
import os
from ai_calling import AiCalling, ApiError
client = AiCalling(os.environ['AI_CALLING_BASE_URL'], os.environ['AI_CALLING_API_KEY'])
print(len(list(client.calls(limit=2))), len(list(client.calls(test=True))), len(list(client.calls(test=False))))
try: client.get_call('call_none')
except ApiError as error: print(error.status, error.code)
`;
    expect(await python('-c', code)).toBe('3 3 0\n404 not_found\n');
  });

  it('repeats a call with the same Idempotency-Key when its response was cut off', async () => {
    const keys: unknown[] = [];
    const cutting = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      request.resume();
      const body = '{"id": "call_1"}';
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
      if (keys.length > 1) response.end(body);
      else response.write(body.slice(0, 5), () => request.socket.destroy());
    });
    await new Promise<void>((done) => cutting.listen(0, '127.0.0.1', done));
    const { port } = cutting.address() as AddressInfo;
    const code = `
from ai_calling import AiCalling
print(AiCalling('http://127.0.0.1:${port}', 'key').create_call(phone_number='+919876540001')['id'])
`;
    try {
      expect(await python('-c', code)).toBe('call_1\n');
    } finally {
      cutting.close();
    }
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  it('does not send its key to where a redirect points', async () => {
    const paths: unknown[] = [];
    const redirecting = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(request.url === '/other' ? 200 : 302, { Location: '/other' }).end('{}');
    });
    await new Promise<void>((done) => redirecting.listen(0, '127.0.0.1', done));
    const { port } = redirecting.address() as AddressInfo;
    const code = `
from ai_calling import AiCalling
try: AiCalling('http://127.0.0.1:${port}', 'key').cancel_call('call_1')
except ConnectionError as error: print(error)
`;
    try {
      expect(await python('-c', code)).toContain('unexpected answer, status 302');
    } finally {
      redirecting.close();
    }
    expect(paths).toEqual(['/v1/calls/call_1/cancel']);
  });

  it('verifies webhooks', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"type":"webhook.test"}';
    const at = new Date();
    const headers = {
      'Webhook-Id': 'evt_1',
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1_000)),
      'Webhook-Signature': new Webhook(secret).sign('evt_1', at, body),
    };
    const code = `
import json, sys
from ai_calling import verify_webhook
body, headers, secret = sys.argv[1].encode(), json.loads(sys.argv[2]), sys.argv[3]
print(verify_webhook(body, headers, secret)['type'])
for wrong in [body + b' ', body]:
    if wrong == body: headers['Webhook-Signature'] = 'v1,\u00e9'
    try: verify_webhook(wrong, headers, secret)
    except ValueError as error: print(error)
`;
    expect(await python('-c', code, body, JSON.stringify(headers), secret)).toBe(
      'webhook.test\nno signature fits\nno signature fits\n',
    );
  });
});
