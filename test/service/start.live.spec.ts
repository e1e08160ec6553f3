import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { BuiltService, cli } from '../harness/built-service';
import { temporaryFolder } from '../harness/temporary-folder';

const data = temporaryFolder();
const DATA_DIR = data.path;
const services: BuiltService[] = [];

const start = (environment: Record<string, string> = {}) => {
  const service = new BuiltService({ DATA_DIR, SIMULATOR_SPEED: 'max', DRAIN_SECONDS: '1', ...environment });
  services.push(service);
  return service;
};

beforeAll(() => {
  execFileSync(
    process.execPath,
    ['-e', `import('./build-when-needed.mjs').then((m) => m.buildWhenNeeded())`],
    {
      cwd: resolve(__dirname, '../../scripts'),
    },
  );
});

afterAll(async () => {
  for (const service of services) service.kill('SIGKILL');
  await Promise.all(services.map(({ ended }) => ended));
  data.remove();
});

/** The output of a service that cannot start: it exits with 1, and shows no stack. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const service = start(environment);
  expect(await service.ended).toBe(1);
  expect(service.output).not.toMatch(/\n[^\S\n]+at /);
  return service.output;
}

describe('a first start, and a start after kill -9', () => {
  let key: string;

  test('prints key, address and curl, completes a call, and ends cleanly by Ctrl-C', async () => {
    const service = start();
    const origin = await service.ready();
    key = /\b(aics_\w{38})\b/.exec(service.output)?.[1] ?? '';
    expect(key).not.toBe('');
    expect(service.output).toContain(`${origin}/docs`);
    expect(service.output).toContain('curl');
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    const made = await fetch(`${origin}/v1/calls`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone_number: '+919876540001' }),
    });
    expect(made.status).toBe(200);
    expect(service.output).toContain(`Console ${origin}/console\n`);
    const [, where, token] =
      /Set up the console \(once, within 24 hours\): (\S+)#([\w-]{43})/.exec(service.output) ?? [];
    expect(where).toBe(`${origin}/console/setup`);
    const person = { token, name: 'Asha', email: 'asha@example.com', password: 'correct horse battery' };
    const setup = await fetch(`${origin}/console/api/setup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person),
    });
    expect([setup.status, await setup.json()]).toEqual([
      200,
      expect.objectContaining({ accounts: [expect.objectContaining({ name: 'Demo', roles: ['ADMIN'] })] }),
    ]);
    service.kill('SIGINT');
    expect(await service.ended).toBe(0);
  });

  test('continues with the same data, shows no key again, and locks the folder', async () => {
    const killed = start();
    await killed.ready();
    killed.kill('SIGKILL');
    await killed.ended;
    const free: Server = createServer();
    await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening));
    const { port } = free.address() as AddressInfo;
    await new Promise((closed) => free.close(closed));
    const service = start({ METRICS_PORT: String(port) });
    const origin = await service.ready();
    const metrics = `http://127.0.0.1:${port}/metrics`;
    // The killed one is known to be dead: its recordings, registrations and phones wait for nothing.
    expect(await (await fetch(metrics)).text()).toMatch(/^aics_media_processes 1$/m);
    const wrong = await fetch(metrics, { method: 'POST' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    expect(service.output).not.toMatch(/aics_\w{38}|Set up the console/);
    const response = await fetch(`${origin}/v1/calls`, { headers: { 'X-API-Key': key } });
    const { data: calls } = (await response.json()) as { data: unknown[] };
    expect(calls).toHaveLength(1);
    expect(await refusal({})).toMatch(/^Another service \(pid \d+\) runs on [^\n]+\n$/);
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });
});

describe('a failed start', () => {
  test.each(['PORT', 'METRICS_PORT'])('prints one line and exits with 1 for %s in use', async (variable) => {
    const server: Server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const output = await refusal({ [variable]: String(port) });
    expect(output).toMatch(new RegExp(`^${variable} ${port} on 127\\.0\\.0\\.1 is in use: [^\\n]+\\n$`));
    server.close();
  });

  test('leaves the demo key to the next start when the port of the first is in use', async () => {
    const fresh = temporaryFolder();
    const server: Server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const environment = { DATA_DIR: fresh.path, PORT: String(port) };
    expect(await refusal(environment)).toMatch(/in use/);
    server.close();
    const next = start(environment);
    await next.ready();
    expect(next.output).toMatch(/aics_\w{38}/);
    next.kill('SIGTERM');
    await next.ended;
    fresh.remove();
  });

  test.each([
    ['HOST', { HOST: '203.0.113.1' }],
    ['METRICS_PORT', { PORT: '39001', METRICS_PORT: '39001' }],
    ['ROLE', { ROLE: 'everything' }],
    ['PORT', { PORT: 'http' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }],
    ['REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ])('prints one line and exits with 1: %s', async (variable, environment: Record<string, string>) => {
    expect(await refusal(environment)).toMatch(new RegExp(`^${variable}[^\\n]+\\n$`));
  });
});

test('starts PostgreSQL for a command without a service, and ends as shells expect', async () => {
  const made = await cli({ DATA_DIR }, 'account', 'create', '--name', 'Acme', '--json');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Acme', id: expect.stringMatching(/^acct_/) });
  expect(await cli({ DATA_DIR }, 'account', 'dance')).toEqual({
    code: 2,
    stdout: '',
    stderr: "unknown command 'dance'\n",
  });
});
