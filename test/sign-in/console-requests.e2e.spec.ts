import { RateLog, REQUEST_BOUNDS } from '../../src/platform/http/rate-limit/request-counts';
import { TestApp } from '../harness/app';
import { ConsoleTests } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
});
afterAll(() => service.stop());

const codeOf = (text: string) => (JSON.parse(text) as { error?: { code: string } }).error?.code;

test('checks in order: path, method, origin, session, account, rate, scope, fields', async () => {
  const account = await service.account();
  const person = await tests.person(account.id, ['COUNSELLOR']);
  const evil = { Origin: 'https://evil.example' };
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(`${service.origin}${path}`, { method, headers, ...(body ? { body } : {}) });
    return [answer.status, codeOf(await answer.text())];
  };
  expect(await ask('POST', '/console/v1/nothing', evil)).toEqual([404, 'not_found']);
  expect(await ask('POST', '/console/api/nothing', evil)).toEqual([404, 'not_found']);
  expect(await ask('DELETE', '/console/v1/calls', evil)).toEqual([405, 'method_not_allowed']);
  expect(await ask('POST', '/console/v1/calls', evil)).toEqual([403, 'cross_origin']);
  expect(await ask('POST', '/console/v1/calls', { 'X-Account': 'acct_none' })).toEqual([
    401,
    'not_signed_in',
  ]);
  expect(await ask('POST', '/console/v1/calls', { ...person.headers, 'X-Account': 'acct_none' })).toEqual([
    404,
    'not_found',
  ]);
  expect(await ask('POST', '/console/v1/calls', person.headers, '{')).toEqual([403, 'insufficient_scope']);
  const staff = await tests.person(account.id, ['STAFF']);
  expect(await ask('POST', '/console/v1/calls', staff.headers, '{')).toEqual([400, 'invalid_request']);
});

test('names the setting for a rejected origin, and accepts its own', async () => {
  const admin = await tests.person((await service.account()).id, ['ADMIN']);
  const { body } = await tests
    .http({ ...admin.headers, Origin: 'https://evil.example' })
    .get('/session')
    .expect(403);
  expect(body.error.message).toBe(
    `The request comes from https://evil.example, and this is ${service.origin}: set PUBLIC_URL or pass Host.`,
  );
  const own: Record<string, string>[] = [
    { Origin: service.origin },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ];
  for (const headers of own)
    await tests
      .http({ ...admin.headers, ...headers })
      .get('/session')
      .expect(200);
  await tests
    .http({ ...admin.headers, 'Sec-Fetch-Site': 'none' })
    .post('/sign-out')
    .expect(403);
});

test('allows a session 600 requests a minute', async () => {
  const person = await tests.person((await service.account()).id, ['STAFF']);
  const log = service.app.get(RateLog, { strict: false });
  for (let sent = 0; sent < 599; sent++)
    await log.admit(person.sessionId, service.clock.nowMs(), REQUEST_BOUNDS.session);
  const http = tests.http(person.headers);
  const last = await http.get('/session').expect(200);
  expect(last.headers['ratelimit']).toMatch(/^"default";r=0;/);
  const { body, headers } = await http.get('/session').expect(429);
  expect(body.error.message).toMatch(/^More than 600 requests in a minute in this session/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('removes the console by CONSOLE=off, and the Swagger page with each mention of it by DOCS=off', async () => {
  const off = await TestApp.start({ CONSOLE: 'off', DOCS: 'off' });
  try {
    for (const path of [
      '/console',
      '/console/api/service',
      '/console/v1/credits',
      '/',
      '/docs',
      '/v1/nothing',
    ]) {
      const answer = await fetch(`${off.origin}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { message: 'There is nothing at this path.' } });
    }
    await off
      .http(await off.account())
      .get('/credits')
      .expect(200);
  } finally {
    await off.stop();
  }
});
