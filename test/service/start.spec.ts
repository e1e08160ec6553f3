import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { BuiltService, cli, temporaryFolder } from '../harness/built-service';

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
}, 120_000);

afterAll(async () => {
  for (const service of services) service.kill('SIGKILL');
  await Promise.all(services.map(({ ended }) => ended));
  const last = start();
  await last.ready();
  last.kill('SIGTERM');
  await last.ended;
  data.remove();
}, 60_000);

describe('from nothing to a call, and over a kill -9', () => {
  let key: string;

  test('the first start prints key, address and curl; a call goes through; Ctrl-C ends it cleanly', async () => {
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
    expect(service.output).toContain(`Console       ${origin}/console\n`);
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

  test('after a kill -9 the next start goes on with the same data, and shows no key again', async () => {
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
    expect(await (await fetch(metrics)).text()).toMatch(/^aics_/m);
    const wrong = await fetch(metrics, { method: 'POST' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    expect(service.output).not.toMatch(/aics_\w{38}|Set up the console/);
    const response = await fetch(`${origin}/v1/calls`, { headers: { 'X-API-Key': key } });
    const { data: calls } = (await response.json()) as { data: unknown[] };
    expect(calls).toHaveLength(1);
    service.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });
});

describe('a service that cannot start prints one line and exits with 1', () => {
  async function refusal(environment: Record<string, string>): Promise<string> {
    const service = start(environment);
    expect(await service.ended).toBe(1);
    expect(service.output).not.toMatch(/\n[^\S\n]+at /);
    return service.output;
  }

  test('a second service on the same data folder; the first goes on', async () => {
    const first = start();
    const origin = await first.ready();
    expect(await refusal({})).toMatch(/^Another service \(pid \d+\) runs on [^\n]+\n$/);
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    first.kill('SIGTERM');
    await first.ended;
  });

  test.each(['PORT', 'METRICS_PORT'])('%s in use', async (variable) => {
    const server: Server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const output = await refusal({ [variable]: String(port) });
    expect(output).toMatch(new RegExp(`^${variable} ${port} on 127\\.0\\.0\\.1 is in use: [^\\n]+\\n$`));
    server.close();
  });

  test('a first start that finds its port in use leaves the demo key to the next', async () => {
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
  ])('%s', async (variable, environment: Record<string, string>) => {
    expect(await refusal(environment)).toMatch(new RegExp(`^${variable}[^\\n]+\\n$`));
  });
});

describe("the operator's commands", () => {
  const run = (...words: string[]) => cli({ DATA_DIR }, ...words);
  const json = async (...words: string[]) =>
    JSON.parse((await run(...words, '--json')).stdout) as Record<string, never>;

  test('an account with a key, set, shown, topped up; keys made, listed, revoked', async () => {
    const account = await json(
      'account',
      'create',
      '--name',
      'Acme',
      '--credits',
      '50.5',
      '--with-key',
      '--rate',
      'google=7',
      '--rate',
      'local=1.25',
      '--queue-hours',
      '0.5',
    );
    expect(account).toMatchObject({
      id: expect.stringMatching(/^acct_/),
      key: expect.stringMatching(/^aics_/),
      key_id: expect.stringMatching(/^key_/),
      timezone: 'Asia/Kolkata',
      lines: 10,
      calling_hours: '09:00-21:00',
      recall_gap_minutes: 60,
      queue_hours: 0.5,
      rates: { ai_call: { google: 7, local: 1.25, sarvam: 10 } },
      credits: { balance: 50.5 },
    });
    const id = account['id'] as unknown as string;
    expect(
      await json('account', 'set', '--account', id, '--calling-hours', 'always', '--countries', 'in,ae'),
    ).toMatchObject({
      calling_hours: 'always',
      countries: ['IN', 'AE'],
    });
    expect(await json('credits', 'top-up', '--account', id, '--amount', '0.25')).toMatchObject({
      balance: 50.75,
    });
    const made = await json(
      'key',
      'create',
      '--account',
      id,
      '--name',
      'reader',
      '--scopes',
      'calls:read',
      '--expires',
      '2020-01-31',
    );
    expect(made).toMatchObject({
      key: expect.stringMatching(/^aics_/),
      scopes: ['calls:read'],
      expires: '2020-01-31',
    });
    const keyId = made['id'] as unknown as string;
    expect(await json('key', 'revoke', '--key', keyId)).toMatchObject({
      id: keyId,
      revoked_at: expect.any(String),
    });
    const keys = (await json('key', 'list', '--account', id)) as unknown as Record<string, unknown>[];
    expect(keys).toHaveLength(2);
    expect(Object.keys(keys[0] ?? {})).toEqual([
      'id',
      'name',
      'prefix',
      'scopes',
      'product',
      'expires',
      'last_used_at',
      'revoked_at',
    ]);
  }, 60_000);

  test.each([
    [['account', 'create', '--lines', 'ten'], 2],
    [['account', 'create', '--calling-hours', '9-21'], 2],
    [['account', 'create', '--carrier', 'pigeon'], 2],
    [['account', 'create', '--countries', 'XX'], 2],
    [['account', 'set'], 2],
    [['account', 'dance'], 2],
    [['nothing'], 2],
    [['key', 'create', '--account', 'x', '--scopes', 'calls:sing'], 2],
    [['credits', 'top-up', '--account', 'acct_x', '--amount', '0'], 2],
    [['credits', 'top-up', '--account', 'acct_x', '--amount', '1'], 1],
    [['login', 'setup'], 1],
    [['login', 'link', '--email', 'nobody@example.com'], 1],
    [['login', 'link', '--email', 'asha@example.com'], 0],
    [['login', 'list'], 0],
    [['account', 'set', '--account', 'x', '--unlock', 'lines'], 2],
    [['--help'], 0],
  ])('%j exits %d', async (words, code) => {
    const result = await run(...words);
    expect(result.code).toBe(code);
    if (code !== 0) expect(result.stderr).not.toMatch(/\n[^\S\n]+at /);
  });
});
