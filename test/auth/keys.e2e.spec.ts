import { ApiKeys } from '../../src/auth';
import { KeyRepository } from '../../src/auth/infrastructure/key.repository';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { RateLog } from '../../src/platform/http/rate-limit/request-counts';
import { IdempotencyKeys } from '../../src/platform/idempotency/idempotency';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { answerWithin2s } from '../harness/timeouts';

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

describe('API keys', () => {
  test('are accepted in either header, and rejected when both differ', async () => {
    const get = (headers: Record<string, string>) => fetch(`${service.origin}/v1/credits`, { headers });
    expect((await get({ Authorization: `Bearer ${account.key}` })).status).toBe(200);
    expect((await get({ Authorization: `Bearer ${account.key}`, 'X-API-Key': account.key })).status).toBe(
      200,
    );
    const other = await service.key(account.id);
    const both = await get({ Authorization: `Bearer ${other}`, 'X-API-Key': account.key });
    expect(await both.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
    const basic = await get({ Authorization: 'Basic YTpi' });
    expect(await basic.json()).toMatchObject({ error: { code: 'missing_api_key' } });
  });

  test('stop at once when revoked', async () => {
    const keys = service.app.get(ApiKeys, { strict: false });
    const { key, state } = await keys.create({ accountId: account.id, name: 'x', scopes: ['calls:read'] });
    await service.http({ key }).get('/credits').expect(200);
    await keys.revoke(state.id);
    await service.http({ key }).get('/credits').expect(401);
  });

  test('work to the end of their last day in the account’s time zone', async () => {
    const keys = service.app.get(ApiKeys, { strict: false });
    const make = async (expiresOn: string) =>
      (await keys.create({ accountId: account.id, name: 'x', scopes: ['calls:read'], expiresOn })).key;
    // Midnight does not come in between.
    service.stopClock();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(service.clock.now());
    await service
      .http({ key: await make(today) })
      .get('/credits')
      .expect(200);
    await service
      .http({ key: await make('2020-01-31') })
      .get('/credits')
      .expect(401);
  });

  test('are rejected for another product', async () => {
    const keys = service.app.get(ApiKeys, { strict: false });
    const { key } = await keys.create({
      accountId: account.id,
      name: 'x',
      scopes: ['calls:read'],
      product: 'crm',
    });
    const { body } = await service.http({ key }).get('/credits').expect(403);
    expect(body.error.code).toBe('product_not_enabled');
  });
});

test('limits a key to 300 requests a minute, and returns the counts with every response', async () => {
  const key = await service.key(account.id);
  const first = await service.http({ key }).get('/credits').expect(200);
  expect(first.headers['ratelimit-policy']).toBe('"default";q=300;w=60');
  expect(first.headers['ratelimit']).toBe('"default";r=299;t=60');
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => (await service.http({ key }).get('/credits')).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(299);
  const refused = await service.http({ key }).get('/credits').expect(429);
  expect(refused.body.error.code).toBe('rate_limited');
  service.clock.advance(Number(refused.headers['retry-after']) * 1_000);
  await service.http({ key }).get('/credits').expect(200);
});

test('counts a request once, beside the look-up of a cached key', async () => {
  const key = await service.key(account.id);
  const log = service.app.get(RateLog, { strict: false });
  const admit = jest.spyOn(log, 'admit');
  const countedBefore: number[] = [];
  const { findWorking } = KeyRepository.prototype;
  jest.spyOn(KeyRepository.prototype, 'findWorking').mockImplementation(function (
    this: KeyRepository,
    ...of
  ) {
    countedBefore.push(admit.mock.calls.length);
    return findWorking.apply(this, of);
  });
  for (let sent = 0; sent < 3; sent++) await service.http({ key }).get('/credits').expect(200);
  expect(countedBefore).toEqual([0, 2, 3]);
  expect(admit).toHaveBeenCalledTimes(3);
});

describe('Idempotency-Key', () => {
  test('replays the same body, rejects another body, and stays unused after a failed request', async () => {
    const agent_id = await makeAgent(service, account, { name: 'Idempotent' });
    const body = { agent_id, phone_number: number() };
    const post = (key: string, sent: object) =>
      service.http(account).post('/calls').set('Idempotency-Key', key).send(sent);
    await post('k1', { ...body, agent_id: 'agent_nope' }).expect(404);
    const first = await post('k1', body).expect(200);
    expect(first.body.idempotent_replay).toBe(false);
    const again = await post('k1', { phone_number: body.phone_number, agent_id }).expect(200);
    expect(again.body).toMatchObject({ id: first.body.id, idempotent_replay: true });
    const { body: refused } = await post('k1', { ...body, test: true }).expect(409);
    expect(refused.error.code).toBe('idempotency_key_reused');
  });

  test('creates one call for 100 requests at once', async () => {
    const agent_id = await makeAgent(service, account, { name: 'Once' });
    const body = { agent_id, phone_number: number('0003') };
    const key = await service.key(account.id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        service.http({ key }).post('/calls').set('Idempotency-Key', 'once').send(body),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.id as string)).size).toBe(1);
    expect(answers.filter((answer) => !answer.body.idempotent_replay)).toHaveLength(1);
  });

  test('replays for 24 hours from the first use', async () => {
    const agent_id = await makeAgent(service, account, { name: 'Daily' });
    const post = () =>
      service
        .http(account)
        .post('/calls')
        .set('Idempotency-Key', 'daily')
        .send({ agent_id, phone_number: number('0003'), test: true });
    const age = (ms: number) =>
      service.app
        .get(UnitOfWork, { strict: false })
        .affected(`UPDATE idempotency_keys SET created_at = $1 WHERE key = 'daily'`, [
          new Date(service.clock.nowMs() - ms),
        ]);
    service.stopClock();
    const first = await post().expect(200);
    await age(24 * 3_600_000 - 1);
    await post().expect(409);
    await age(24 * 3_600_000);
    const second = await post().expect(200);
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('replays to the end of a request during which it becomes 24 hours old', async () => {
    const idempotency = service.app.get(IdempotencyKeys, { strict: false });
    const { unitOfWork } = service;
    const once = () =>
      idempotency.once(account.id, 'POST /calls', { key: 'late', fingerprint: 'f' }, () =>
        Promise.resolve({ resourceId: 'call_x', first: {} }),
      );
    const forgotten = async () => {
      await idempotency.forgetOld(1_000);
      return (await unitOfWork.rows(`SELECT FROM idempotency_keys WHERE key = 'late'`)).length === 0;
    };
    const bornMs = service.clock.nowMs();
    const clock = service.stopClock(bornMs);
    await once();
    clock.mockReturnValue(bornMs + 24 * 3_600_000 - 1);
    const row = unitOfWork.row.bind(unitOfWork);
    const read = jest.spyOn(unitOfWork, 'row').mockImplementation(async (sql, parameters) => {
      if (sql.includes('FROM idempotency_keys')) {
        clock.mockReturnValue(bornMs + 24 * 3_600_000);
        await forgotten();
      }
      return row(sql, parameters);
    });
    expect(await once()).toMatchObject({ replay: true, resourceId: 'call_x' });
    read.mockRestore();
    expect(await forgotten()).toBe(false);
    clock.mockReturnValue(bornMs + 24 * 3_600_000 + 60_000);
    expect(await forgotten()).toBe(true);
  });
});

test('returns 503 within 2 s, never 401, without the database', async () => {
  const other = await TestApp.start();
  try {
    const { key } = await other.account();
    const keys = other.app.get(ApiKeys, { strict: false });
    jest.spyOn(keys, 'identify').mockImplementation(() => new Promise(() => undefined));
    const answer = await answerWithin2s(() => other.http({ key }).get('/credits').expect(503));
    expect(answer.body.error.code).toBe('auth_unavailable');
    expect(answer.headers['retry-after']).toBe('5');
  } finally {
    await other.stop();
  }
});
