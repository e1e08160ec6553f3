import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { TestApp } from '../harness/app';
import { temporaryFolder } from '../harness/temporary-folder';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const folder = temporaryFolder();
let service: TestApp;
let environment: Record<string, string>;

const examples = [...readFileSync(join(ROOT, 'sdk/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
  ([, code = '']) => code,
);
const exampleWith = (text: string) => examples.find((code) => code.includes(text)) ?? '';

beforeAll(async () => {
  const build = `import('./scripts/build-when-needed.mjs').then((m) => m.buildSdkWhenNeeded())`;
  [service] = await Promise.all([TestApp.start(), run(process.execPath, ['-e', build], { cwd: ROOT })]);
  const { key, id } = await service.account();
  await service
    .api({ key })
    .post('/agents', { name: 'Asha', opening_line: 'Namaste.', system_prompt: 'Be brief.' });
  const [agent] = (await service.api({ key }).get('/agents')).data;
  await service.http({ key }).put('/settings/default-agent').send({ agent_id: agent?.id }).expect(200);
  expect(id).toBeDefined();
  environment = {
    AI_CALLING_API_KEY: key,
    AI_CALLING_BASE_URL: service.origin,
    AI_CALLING_WEBHOOK_SECRET: SECRET,
  };
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(join(ROOT, 'sdk'), join(folder.path, 'node_modules/ai-calling-service-sdk'));
  symlinkSync(join(ROOT, 'node_modules/express'), join(folder.path, 'node_modules/express'));
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** What an example prints, with lines after it. */
async function output(example: string, after = ''): Promise<string> {
  const code = example.replace("'http://127.0.0.1:3000'", JSON.stringify(service.origin)) + after;
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
  const file = join(folder.path, `example-${examples.indexOf(example)}.mjs`);
  writeFileSync(file, transpileModule(code, { compilerOptions }).outputText);
  const { stdout } = await run(process.execPath, [file], { env: { ...process.env, ...environment } });
  return stdout;
}

function signedRequest(): string {
  const body = JSON.stringify({ type: 'call.completed', data: { outcome: { summary: 'It is signed.' } } });
  const at = new Date();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
  };
  return JSON.stringify({ method: 'POST', headers, body });
}

describe('examples of the README', () => {
  it('call, wait and list', async () => {
    expect(await output(exampleWith('waitForOutcome(call.id)'))).toMatch(/^completed \S+/);
  });

  it('wait for a batch', async () => {
    expect(await output(exampleWith('batches.wait'))).toMatch(/2 of 2\n/);
  });

  it('read the id of a waiting call from an error', async () => {
    const { key } = { key: environment['AI_CALLING_API_KEY'] ?? '' };
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await service
      .api({ key })
      .post('/calls', { phone_number: '+919876540001', scheduled_for });
    expect(await output(exampleWith('call_already_queued'))).toBe(`A call waits already: ${id}\n`);
  });

  it('verify a webhook in Express', async () => {
    const send = `
const server = app.listen(0, '127.0.0.1', async () => {
  const { status } = await fetch(\`http://127.0.0.1:\${server.address().port}/hooks\`, ${signedRequest()});
  console.log(status);
  server.close();
});`;
    expect(await output(exampleWith('express'), send)).toBe('It is signed.\n204\n');
  });

  it('verify a webhook in a route', async () => {
    const send = `
const request = ${signedRequest()};
console.log((await POST(new Request('http://x', request))).status);
console.log(await (await POST(new Request('http://x', { ...request, body: '{}' }))).text());`;
    expect(await output(exampleWith('export async function POST'), send)).toBe(
      'call.completed\n204\nno_match\n',
    );
  });
});
