import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type TestAccount, TestApp } from '../harness/app';

const run = promisify(execFile);

const ROOT = resolve(__dirname, '../..');
const DOCUMENT = join(ROOT, 'openapi.yaml');

/** Each program makes a call, finds it in the list, cancels it; a wrong key has its error code. */
const REQUEST = `{ phone_number: '+919876540001', contact: { name: 'Rohan' }, scheduled_for: inAnHour }`;
const PRELUDE = `
const [baseUrl = '', key = ''] = process.argv.slice(2);
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
function must<T>(value: T | undefined, problem: unknown): T {
  if (value === undefined) throw new Error(JSON.stringify(problem));
  return value;
}`;
const EPILOGUE = `
const status: 'canceled' | 'queued' | string = canceled.status;
console.log(JSON.stringify({ id: made.id, listed: list.data.map(({ id }) => id), status, code: refused?.error.code }));
`;

/** openapi-typescript, whose types openapi-fetch takes. */
const TYPESCRIPT = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';
${PRELUDE}
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });
const answer = await client.POST('/v1/calls', { body: ${REQUEST} });
const made = must(answer.data, answer.error);
const page = await client.GET('/v1/calls', { params: { query: { status: 'queued', limit: 5 } } });
const list = must(page.data, page.error);
const cancel = await client.POST('/v1/calls/{id}/cancel', { params: { path: { id: made.id } } });
const canceled = must(cancel.data, cancel.error);
// @ts-expect-error The document knows no such status.
export const wrong = () => client.GET('/v1/calls', { params: { query: { status: 'asleep' } } });
const { error: refused } = await client.GET('/v1/credits', { headers: { 'X-API-Key': 'wrong' } });
${EPILOGUE}`;

/** hey-api, which writes a function for each operationId. */
const HEY_API = `
import { client } from './hey/client.gen.js';
import { cancelCall, getCredits, listCalls, queueCall } from './hey/sdk.gen.js';
${PRELUDE}
client.setConfig({ baseUrl, auth: key });
const answer = await queueCall({ body: ${REQUEST} });
const made = must(answer.data, answer.error);
const page = await listCalls({ query: { status: 'queued', limit: 5 } });
const list = must(page.data, page.error);
const cancel = await cancelCall({ path: { id: made.id } });
const canceled = must(cancel.data, cancel.error);
// @ts-expect-error The document knows no such status.
export const wrong = () => listCalls({ query: { status: 'asleep' } });
const { error: refused } = await getCredits({ auth: 'wrong' });
${EPILOGUE}`;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    // Of the libraries alone: what is generated is no declaration file.
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  },
  files: ['typescript.ts', 'hey-api.ts'],
};

const folder = mkdtempSync(join(tmpdir(), 'aics-clients-'));
let service: TestApp;
let account: TestAccount;

/** Runs a command of a development dependency, in the folder of the clients. */
async function tool(path: string, ...words: string[]): Promise<void> {
  await run(process.execPath, [join(ROOT, 'node_modules', path), ...words], { cwd: folder }).catch(
    (error: unknown) => {
      const { message, stdout } = error as Error & { stdout?: string };
      throw new Error(`${message}\n${stdout ?? ''}`);
    },
  );
}

beforeAll(async () => {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'typescript.ts': TYPESCRIPT,
    'hey-api.ts': HEY_API,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await Promise.all([
    tool('openapi-typescript/bin/cli.js', DOCUMENT, '-o', 'schema.ts', '--default-non-nullable=false'),
    tool('@hey-api/openapi-ts/bin/run.js', '-i', DOCUMENT, '-o', 'hey', '-c', '@hey-api/client-fetch'),
    TestApp.start().then((started) => (service = started)),
  ]);
  await tool('typescript/bin/tsc', '-p', 'tsconfig.json');
  account = await service.account();
  const agent = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
  await service.http(account).post('/agents').send(agent).expect(201);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['typescript', 'hey-api'])(
  'compiles the client of %s in strict mode, which creates, lists and cancels a call',
  async (program) => {
    const { stdout } = await run(process.execPath, [
      join(folder, 'out', `${program}.js`),
      service.origin,
      account.key,
    ]);
    const { id, listed, status, code } = JSON.parse(stdout) as Record<string, unknown>;
    expect(listed).toEqual([id]);
    expect({ status, code }).toEqual({ status: 'canceled', code: 'invalid_api_key' });
  },
);
