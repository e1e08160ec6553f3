import { DeliveryScheduler } from '../../src/webhooks/application/delivery-scheduler';
import { AddressGuard } from '../../src/platform/outbound/address-guard';
import { eventually, type TestAccount } from '../harness/app';
import { ConsoleTests } from '../harness/console';
import { answer, inTurn, misbehave } from '../harness/receiver';
import { type DeliveryEntry, WebhookTests } from '../harness/webhooks';

const HOUR = 3_600_000;
const LONG_AGO = '2020-01-01T00:00:00Z';

let hooks: WebhookTests;
let tests: ConsoleTests;

beforeAll(async () => {
  hooks = await WebhookTests.start();
  tests = new ConsoleTests(hooks.service);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => hooks.stop());

/** The requests of an admin's page. */
const pageOf = async (account: TestAccount) =>
  tests.http((await tests.person(account.id, ['ADMIN'])).headers);

/** As if receivers on this machine were on the internet. */
function bePublic() {
  const guard = hooks.service.app.get(AddressGuard, { strict: false });
  return jest.spyOn(guard, 'isPublic').mockReturnValue(true);
}

async function attempted(account: TestAccount, count = 1): Promise<DeliveryEntry[]> {
  return eventually(async () => {
    const deliveries = await hooks.deliveries(account);
    expect(deliveries).toHaveLength(count);
    return deliveries;
  });
}

test('shows the request of an attempt without the signature, and the response', async () => {
  bePublic();
  const { account, receiver } = await hooks.listener(answer(500, {}, 'no\0 नमस्ते'));
  await hooks.announce(account);
  const [{ id, event_id }] = (await attempted(account)) as [DeliveryEntry];
  const page = await pageOf(account);
  const { body: story } = await page.get(`/deliveries/${id}`).expect(200);
  const [sent] = receiver.requests;
  const { headers } = story.request;
  expect(story).toMatchObject({ id, event_id, attempt: 1 });
  expect(story.request).toMatchObject({ url: receiver.url(), body: sent?.body });
  expect(story.answer).toEqual({ status_code: 500, body_start: 'no\uFFFD नमस्ते' });
  expect(Object.keys(headers).sort()).toEqual(
    ['Content-Type', 'Service-Event-Id', 'User-Agent', 'webhook-id', 'webhook-timestamp'].sort(),
  );
  for (const [name, value] of Object.entries(headers)) expect(sent?.headers[name.toLowerCase()]).toBe(value);
  // /v1 does not change, and strangers see nothing.
  expect(JSON.stringify(await hooks.deliveries(account))).not.toContain('body_start');
  await (await pageOf(await hooks.service.account())).get(`/deliveries/${id}`).expect(404);
  await page.get('/deliveries/dlv_unknown').expect(404);
});

test('does not store the response of an address that only the operator allowed', async () => {
  const { account } = await hooks.listener(answer(200, {}, 'intranet'));
  await hooks.announce(account);
  const [{ id }] = (await attempted(account)) as [DeliveryEntry];
  const { body } = await (await pageOf(account)).get(`/deliveries/${id}`).expect(200);
  expect(body.answer).toEqual({ status_code: 200, body_start: null });
});

test('shows no response without one, and a dripping one as a success with its result', async () => {
  bePublic();
  const { account, receiver } = await hooks.listener(inTurn(misbehave.reset, misbehave.dripBody));
  const page = await pageOf(account);
  const stories = async () =>
    Promise.all(
      (await hooks.deliveries(account)).map(async ({ id }) => (await page.get(`/deliveries/${id}`)).body),
    );
  await hooks.service.http(account).post('/webhook/test').expect(200);
  const { body: second } = await hooks.service.http(account).post('/webhook/test').expect(200);
  expect(second).toMatchObject({ delivered: true, status_code: 200 });
  expect(second.duration_ms).toBeLessThan(2_000);
  const [dripped, reset] = await stories();
  expect(reset).toMatchObject({ answer: null, status_code: null });
  expect(dripped.answer.body_start).toMatch(/^a+$/);
  expect(receiver.requests).toHaveLength(2);
});

test('does not store a response that arrives after its event was erased', async () => {
  bePublic();
  const account = await hooks.service.account();
  const { unitOfWork } = hooks.service;
  const receiver = await hooks.receive(
    (socket) =>
      void unitOfWork
        .affected(`UPDATE webhook_events SET body = '' WHERE account_id = $1`, [account.id])
        .then(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nMeera')),
  );
  await hooks.setEndpoint(account, receiver.url());
  await hooks.announce(account);
  const [{ id }] = (await attempted(account)) as [DeliveryEntry];
  const { body } = await (await pageOf(account)).get(`/deliveries/${id}`).expect(200);
  expect(body).toMatchObject({ request: { body: null }, answer: { status_code: 200, body_start: null } });
});

test('filters attempts by success, and counts them', async () => {
  const { account } = await hooks.listener(inTurn(answer(500), answer(200)));
  const page = await pageOf(account);
  const none = (await page.get('/webhook-stats').expect(200)).body;
  expect(none).toMatchObject({ attempts: 0, delivered: 0, success_rate: null, failed_events: 0 });
  await hooks.announce(account);
  await attempted(account);
  await hooks.announce(account, 3);
  await attempted(account, 4);
  const list = async (query: string) => (await page.get(`/deliveries?${query}`).expect(200)).body.data;
  expect(await list('delivered=true')).toHaveLength(3);
  const [failed] = await list('delivered=false');
  expect(failed).toMatchObject({ status_code: 500, attempt: 1 });
  expect(await list(`delivered=true&event_id=${failed.event_id}`)).toEqual([]);
  await page.get('/deliveries?delivered=maybe').expect(400);
  await page.get('/webhook-stats?since=yesterday').expect(400);
  expect((await page.get('/webhook-stats').expect(200)).body).toMatchObject({
    attempts: 4,
    delivered: 3,
    success_rate: 0.75,
    failed_events: 1,
  });
  const later = new Date(hooks.service.clock.nowMs() + HOUR).toISOString();
  expect((await page.get(`/webhook-stats?since=${later}`).expect(200)).body.attempts).toBe(0);
});

describe('redelivery of all failed events', () => {
  const redeliver = async (account: TestAccount, since = LONG_AGO, status = 200) =>
    (await (await pageOf(account)).post('/deliveries/redeliver-failed').send({ since }).expect(status)).body;

  test('is allowed at most 60 times an hour in an account', async () => {
    const { account } = await hooks.listener(answer(200));
    const http = await pageOf(account);
    const ask = () => http.post('/deliveries/redeliver-failed').send({ since: LONG_AGO });
    for (let at = 0; at < 60; at++) await ask().expect(200);
    const refused = await ask().expect(429);
    expect(refused.body.error.code).toBe('rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    await redeliver((await hooks.listener(answer(200))).account);
    hooks.service.clock.advance(HOUR);
    await ask().expect(200);
  });

  test('delivers dropped and waiting events soon, but no tests, and no newer or erased ones', async () => {
    const { account, receiver, http } = await hooks.listener(answer(500));
    const [dropped = '', waiting = '', erased = ''] = await hooks.announce(account, 3);
    await attempted(account, 3);
    await http.post('/webhook/test').expect(200);
    await hooks.service.unitOfWork.rows(
      `UPDATE webhook_events SET state = 'dropped', next_attempt_at = NULL, scheduled_attempts = 6 WHERE call_id = $1`,
      [dropped],
    );
    await hooks.service.unitOfWork.rows(
      `UPDATE webhook_events SET state = 'dropped', next_attempt_at = NULL, body = '' WHERE call_id = $1`,
      [erased],
    );
    const later = new Date(hooks.service.clock.nowMs() + HOUR).toISOString();
    expect(await redeliver(account, later)).toEqual({ object: 'redelivery', events: 0, more: false });
    receiver.behaviour = answer(200);
    expect(await redeliver(account)).toEqual({ object: 'redelivery', events: 2, more: false });
    await eventually(async () => {
      for (const call of [dropped, waiting]) {
        expect(await hooks.eventOf(call)).toMatchObject({ state: 'delivered', attempts: 2 });
      }
    });
    expect(await redeliver(account)).toMatchObject({ events: 0 });
    expect(await hooks.eventOf(erased)).toMatchObject({ state: 'dropped', attempts: 1 });
  });

  test('is one attempt for a dropped event, and uses no attempt of a scheduled event', async () => {
    const { account } = await hooks.listener(answer(500));
    const [dropped = '', waiting = ''] = await hooks.announce(account, 2);
    await attempted(account, 2);
    const { unitOfWork } = hooks.service;
    await unitOfWork.rows(
      `UPDATE webhook_events SET state = 'dropped', next_attempt_at = NULL WHERE call_id = $1`,
      [dropped],
    );
    for (let asked = 1; asked <= 2; asked++) {
      expect(await redeliver(account)).toMatchObject({ events: 2 });
      await attempted(account, 2 + asked * 2);
      expect(await hooks.eventOf(dropped)).toMatchObject({ state: 'dropped', attempts: 1 + asked });
      const [row] = await unitOfWork.rows(
        'SELECT state, attempts, scheduled_attempts FROM webhook_events WHERE call_id = $1',
        [waiting],
      );
      expect(row).toEqual({ state: 'pending', attempts: 1 + asked, scheduled_attempts: 1 });
    }
  });

  test('delivers each event once, 1,000 a request, however they end meanwhile', async () => {
    const { account } = await hooks.listener(answer(500));
    await hooks.announce(account);
    await attempted(account);
    // Nothing is sent during the test.
    jest
      .spyOn(hooks.service.app.get(DeliveryScheduler, { strict: false }), 'wake')
      .mockReturnValue(undefined);
    await hooks.service.unitOfWork.rows(
      `INSERT INTO webhook_events (id, account_id, type, call_id, body, created_at, state, attempts, scheduled_attempts)
       SELECT 'evt_' || $1 || n, $1, 'call.completed', 'call_' || $1 || n, '{}', now(), 'dropped', 1, 1
       FROM generate_series(1, 1000) AS n`,
      [account.id],
    );
    const drop = () =>
      hooks.service.unitOfWork.rows(
        `UPDATE webhook_events SET state = 'dropped', next_attempt_at = NULL WHERE account_id = $1`,
        [account.id],
      );
    const left = () =>
      hooks.service.unitOfWork.rows(
        'SELECT id FROM webhook_events WHERE account_id = $1 AND redelivered_at IS NULL',
        [account.id],
      );
    expect(await redeliver(account)).toMatchObject({ events: 1_000, more: true });
    expect(await left()).toHaveLength(1);
    await drop();
    expect(await redeliver(account)).toMatchObject({ events: 1_000, more: true });
    expect(await left()).toEqual([]);
    expect(await redeliver(account)).toMatchObject({ events: 1, more: false });
  });

  test('sends no event that is erased meanwhile', async () => {
    const { account } = await hooks.listener(answer(500));
    const [call = ''] = await hooks.announce(account);
    await attempted(account);
    const { unitOfWork } = hooks.service;
    const erase = `UPDATE webhook_events SET body = '', state = 'dropped', next_attempt_at = NULL WHERE call_id = $1`;
    const write = unitOfWork.affected.bind(unitOfWork);
    jest.spyOn(unitOfWork, 'affected').mockImplementation(async (sql, parameters) => {
      if (sql.includes('redelivered_at')) await write(erase, [call]);
      return write(sql, parameters);
    });
    expect(await redeliver(account)).toMatchObject({ events: 0 });
  });

  test('requires an endpoint and an instant, and excludes other accounts', async () => {
    const { account, http } = await hooks.listener(answer(500));
    await hooks.announce(account);
    await attempted(account);
    const stranger = (await hooks.listener()).account;
    expect(await redeliver(stranger)).toMatchObject({ events: 0 });
    await redeliver(account, 'today', 400);
    await http.delete('/webhook').expect(200);
    expect(await redeliver(account, LONG_AGO, 404)).toMatchObject({ error: { code: 'not_found' } });
  });
});
