import { eventually } from '../harness/app';
import { answer, inTurn } from '../harness/receiver';
import { WebhookTests } from '../harness/webhooks';

const HOUR = 3_600_000;

let hooks: WebhookTests;

beforeAll(async () => {
  hooks = await WebhookTests.start();
});
afterAll(() => hooks.stop());

describe('redeliver', () => {
  test('continues the count; a failure leaves the schedule, a success ends it', async () => {
    const { account, receiver } = await hooks.listener(inTurn(answer(500), answer(502), answer(200)));
    const [callId = ''] = await hooks.announce(account);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ attempts: 1 });
    });
    const [first] = await hooks.deliveries(account);
    const redeliver = () =>
      hooks.service.http(account).post(`/webhook/deliveries/${first!.event_id}/redeliver`);
    expect(await redeliver()).toMatchObject({
      status: 200,
      body: { attempt: 2, status_code: 502, delivered: false, next_attempt_at: first!.next_attempt_at },
    });
    expect(await redeliver()).toMatchObject({
      status: 200,
      body: { attempt: 3, status_code: 200, delivered: true, next_attempt_at: null },
    });
    await hooks.service.advance(48 * HOUR);
    expect(receiver.requests).toHaveLength(3);
    const { body } = await hooks.service.http(account).get('/webhook/deliveries?limit=2');
    expect(body).toMatchObject({ object: 'list', has_more: true, data: [{ attempt: 3 }, { attempt: 2 }] });
    const next = await hooks.service
      .http(account)
      .get(`/webhook/deliveries?limit=2&starting_after=${body.data[1].id as string}`);
    expect(next.body).toMatchObject({ has_more: false, data: [{ attempt: 1 }] });
  });

  test('returns 404 for an unknown event, another account’s event, and without an endpoint', async () => {
    const { account } = await hooks.listener();
    const stranger = (await hooks.listener()).account;
    const [callId = ''] = await hooks.announce(account);
    const id = (await hooks.eventOf(callId)).id;
    for (const [who, what] of [
      [account, 'evt_unknown'],
      [account, '%F0%9F%98%80'],
      [stranger, id],
    ] as const) {
      expect(await hooks.service.http(who).post(`/webhook/deliveries/${what}/redeliver`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    await hooks.service.http(account).delete('/webhook');
    expect(await hooks.service.http(account).post(`/webhook/deliveries/${id}/redeliver`)).toMatchObject({
      status: 404,
    });
  });
});

describe('the list of deliveries', () =>
  test('returns the account’s own, filtered, and rejects unknown parameters', async () => {
    const { account } = await hooks.listener();
    const [one = '', two = ''] = await hooks.announce(account, 2);
    await eventually(async () => {
      expect(await hooks.deliveries(account)).toHaveLength(2);
    });
    const [delivery] = await hooks.deliveries(account, `?call_id=${one}`);
    expect(delivery).toMatchObject({ call_id: one });
    expect(await hooks.deliveries(account, `?call_id=${one}`)).toHaveLength(1);
    expect(await hooks.deliveries(account, `?event_id=${delivery!.event_id}`)).toHaveLength(1);
    expect(await hooks.deliveries(account, `?event_id=${delivery!.event_id}&call_id=${two}`)).toEqual([]);
    expect(await hooks.deliveries(account, '?event_id=evt_unknown')).toEqual([]);
    expect(await hooks.deliveries(await hooks.service.account())).toEqual([]);
    const bad = await hooks.service
      .http(account)
      .get('/webhook/deliveries?starting_after=dlv_unknown&limit=5');
    expect(bad).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ field: 'query.starting_after' }] } } },
    });
  }));
