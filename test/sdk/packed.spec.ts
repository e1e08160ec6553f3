import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { bundledSdk, SIGNED } from '../harness/sdk-bundle';
import { temporaryFolder } from '../harness/temporary-folder';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** A service that answers each request with one page. */
let service: Server;
let baseUrl: string;
let app: string;

beforeAll(async () => {
  service = createServer((_, response) =>
    response.end('{"object":"list","data":[{"id":"call_1"}],"has_more":false}'),
  );
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  app = await installed();
});
afterAll(async () => {
  await new Promise((done) => service.close(done));
  for (const folder of folders) folder.remove();
});

const folders: ReturnType<typeof temporaryFolder>[] = [];

function madeFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder.path;
}

/** An empty folder with the packed file installed. */
async function installed(): Promise<string> {
  const folder = madeFolder();
  const build = `import('./scripts/build-when-needed.mjs').then((m) => m.buildSdkWhenNeeded())`;
  await run(process.execPath, ['-e', build], { cwd: ROOT });
  await run('npm', ['pack', '-w', 'sdk', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [file = ''] = readdirSync(folder);
  const project = join(folder, 'app');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, file)], { cwd: project });
  return project;
}

const USE = (load: string) => `${load}
const client = new AiCalling({ apiKey: 'key_1', baseUrl: ${JSON.stringify(baseUrl)} });
const seen = [];
(async () => {
  for await (const { id } of client.calls.list()) seen.push(id);
  console.log(JSON.stringify({ seen, verify: typeof verifyWebhook, API_VERSION }));
})();`;

const EXPECTED = { seen: ['call_1'], verify: 'function', API_VERSION: '1.3.0' };

it.each([
  [
    'used.mjs',
    `import { AiCalling, API_VERSION } from 'ai-calling-service-sdk';
import { verifyWebhook } from 'ai-calling-service-sdk/webhooks';`,
  ],
  [
    'used.cjs',
    `const { AiCalling, API_VERSION } = require('ai-calling-service-sdk');
const { verifyWebhook } = require('ai-calling-service-sdk/webhooks');`,
  ],
])('works as %s', async (name, load) => {
  writeFileSync(join(app, name), USE(load));
  const { stdout } = await run(process.execPath, [name], { cwd: app });
  expect(JSON.parse(stdout)).toEqual(EXPECTED);
});

describe('types of the package', () => {
  const examples = [...readFileSync(join(ROOT, 'sdk/README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = '']) => code,
  );
  const TYPES = `import { AiCalling, type CallStatus, isApiError, verifyWebhook } from 'ai-calling-service-sdk';
const client = new AiCalling();
export const later: CallStatus = 'of_a_later_service';
const event = await verifyWebhook({ body: '', headers: {}, secret: '' });
if (event.type === 'call.completed') event.data.outcome?.summary;
else if (event.type === 'human_call.analysis_ready') event.data.counsellor.name;
try {
  await client.calls.cancel('call_1');
} catch (error) {
  if (isApiError(error, 'insufficient_credits')) error.details.available.toFixed(2);
  // @ts-expect-error This code has no call.
  if (isApiError(error, 'do_not_call')) error.details.call_id;
}
// @ts-expect-error Enums of requests are closed.
void client.calls.list({ status: 'asleep' });
// @ts-expect-error The number is required.
void client.calls.create({});
`;

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('compile strictly with module %s', async (module, moduleResolution) => {
    const folder = join(app, module);
    mkdirSync(folder);
    [TYPES, ...examples].forEach((code, index) => writeFileSync(join(folder, `example-${index}.ts`), code));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module,
      moduleResolution,
      types: ['node'],
      skipLibCheck: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['express', '@types'])
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });
});

it('requires web standards alone', async () => {
  const folder = madeFolder();
  cpSync(join(app, 'node_modules/ai-calling-service-sdk/dist/esm'), folder, { recursive: true });
  const web = {
    fetch,
    Headers,
    Response,
    URL,
    AbortController,
    TextEncoder,
    crypto,
    setTimeout,
    clearTimeout,
  };
  const code = `${await bundledSdk(folder)}
(async () => {
  const client = new sdk.AiCalling({ apiKey: 'key_1', baseUrl: ${JSON.stringify(baseUrl)} });
  const event = await sdk.verifyWebhook(${JSON.stringify(SIGNED)});
  const { data } = await client.calls.list();
  await client.calls.create({ phone_number: '+91' });
  return JSON.stringify({ data, event });
})()`;
  const text = await (runInNewContext(code, web) as Promise<string>);
  expect(JSON.parse(text)).toEqual({ data: [{ id: 'call_1' }], event: { test: 2432232314 } });
});
