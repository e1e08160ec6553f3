import { eventually } from '../harness/app';
import { bell } from '../harness/bell';
import { answer, inTurn, misbehave } from '../harness/receiver';
import { verify, WebhookTests } from '../harness/webhooks';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let hooks: WebhookTests;

beforeAll(async () => {
  hooks = await WebhookTests.start();
});
afterAll(() => hooks.stop());
afterEach(() => jest.restoreAllMocks());

describe('attempts of a delivery', () => {
  test('are six, each after its delay from the previous failure, and none in the next 48 hours', async () => {
    const { account, receiver, secret } = await hooks.listener(answer(500));
    const [callId = ''] = await hooks.announce(account);
    const attempts = async (count: number) => {
      await eventually(async () => {
        expect((await hooks.eventOf(callId)).attempts).toBe(count);
      });
    };
    await attempts(1);
    for (const [index, wait] of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR].entries()) {
      const [last] = await hooks.deliveries(account, `?call_id=${callId}`);
      const failedAt = Date.parse(last!.at) + last!.duration_ms;
      const due = Date.parse(last!.next_attempt_at!);
      expect(due - failedAt).toBeGreaterThanOrEqual(wait - 1);
      expect(due - failedAt).toBeLessThan(wait * 1.05);
      const stopped = hooks.service.stopClock(due - 1);
      await hooks.service.advance(0);
      expect((await hooks.eventOf(callId)).attempts).toBe(index + 1);
      stopped.mockRestore();
      await hooks.service.advance(due - hooks.service.clock.nowMs());
      await attempts(index + 2);
      const [next] = await hooks.deliveries(account, `?call_id=${callId}`);
      const at = Date.parse(next!.at);
      expect(at).toBeGreaterThanOrEqual(due);
      expect(at - due).toBeLessThan(wait * 0.05);
    }
    expect(await hooks.eventOf(callId)).toMatchObject({ state: 'dropped', attempts: 6 });
    for (let hour = 0; hour < 48; hour += 4) await hooks.service.advance(4 * HOUR);
    expect(await hooks.eventOf(callId)).toMatchObject({ state: 'dropped', attempts: 6 });
    expect(receiver.requests).toHaveLength(6);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['service-event-id'])).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(6);
    for (const request of receiver.requests) verify(request, secret);
    const list = await hooks.deliveries(account, `?call_id=${callId}`);
    expect(list.map(({ attempt }) => attempt)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(list[0]!.next_attempt_at).toBeNull();
  });

  test('end with a retry that succeeds', async () => {
    const { account, receiver } = await hooks.listener(inTurn(answer(500), answer(204)));
    const [callId = ''] = await hooks.announce(account);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'pending', attempts: 1 });
    });
    await hooks.service.advance(MINUTE + 1_000);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'delivered', attempts: 2 });
    });
    await hooks.service.advance(48 * HOUR);
    expect(receiver.requests).toHaveLength(2);
  });

  test('are sent on time without a sweep', async () => {
    const quick = await WebhookTests.start({ WEBHOOK_RETRY_SCHEDULE: '1s,2s' });
    const waits = [1_000, 2_000];
    const bells: Promise<number>[] = [];
    const { account, receiver } = await quick.listener((socket, request) => {
      bells.push(...waits.splice(0, 1).map(bell));
      answer(500)(socket, request);
    });
    await quick.announce(account);
    await eventually(async () => {
      expect(receiver.requests).toHaveLength(3);
      await Promise.resolve();
    });
    const [first = 0, second = 0, third = 0] = receiver.requests.map(({ atMs }) => atMs);
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(second - (await bells[0]!)).toBeLessThan(400);
    expect(third - second).toBeGreaterThanOrEqual(2_000);
    expect(third - (await bells[1]!)).toBeLessThan(400);
    await quick.stop();
  });

  test('go to a changed URL when pending', async () => {
    const { account, secret } = await hooks.listener(answer(500));
    const [callId = ''] = await hooks.announce(account);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'pending', attempts: 1 });
    });
    const other = await hooks.receive();
    expect((await hooks.setEndpoint(account, other.url())).secret).toBeUndefined();
    await hooks.service.advance(MINUTE + 1_000);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'delivered' });
    });
    expect(verify(other.requests[0], secret)).toMatchObject({ data: { id: callId } });
  });

  test('are dropped by DELETE, and not sent to an endpoint that is set later', async () => {
    const { account } = await hooks.listener(answer(500));
    const [callId = ''] = await hooks.announce(account);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ attempts: 1 });
    });
    await hooks.service.http(account).delete('/webhook');
    expect(await hooks.eventOf(callId)).toMatchObject({ state: 'dropped' });
    const { data } = (await hooks.service.http(account).get('/webhook/deliveries').expect(200)).body;
    expect(data).toMatchObject([{ attempt: 1, delivered: false, next_attempt_at: null }]);
    const later = await hooks.receive();
    await hooks.setEndpoint(account, later.url());
    await hooks.service.advance(24 * HOUR);
    expect(later.requests).toHaveLength(0);
  });

  test('end with a redelivery that succeeds, and earlier ones promise no other', async () => {
    const { account } = await hooks.listener(inTurn(answer(500), answer(500), answer(204)));
    const [callId = ''] = await hooks.announce(account);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ attempts: 1 });
    });
    const { id } = await hooks.eventOf(callId);
    const promised = (await hooks.deliveries(account))[0]!.next_attempt_at;
    const redeliver = async () =>
      (await hooks.service.http(account).post(`/webhook/deliveries/${id}/redeliver`).expect(200)).body;
    expect(promised).not.toBeNull();
    expect(await redeliver()).toMatchObject({ attempt: 2, delivered: false, next_attempt_at: promised });
    expect(await redeliver()).toMatchObject({ attempt: 3, delivered: true, next_attempt_at: null });
    const promises = async () =>
      (await hooks.deliveries(account)).map(({ next_attempt_at }) => next_attempt_at);
    expect(await promises()).toEqual([null, null, null]);
    await hooks.service.advance(60 * MINUTE);
    await redeliver();
    expect(await promises()).toEqual([null, null, null, null]);
  });

  test('are stored without an endpoint, not sent to a later one, and redelivered on request', async () => {
    const account = await hooks.service.account();
    const [callId = ''] = await hooks.announce(account);
    const receiver = await hooks.receive();
    const { secret } = await hooks.setEndpoint(account, receiver.url());
    await hooks.service.advance(24 * HOUR);
    expect(receiver.requests).toHaveLength(0);
    const event = await hooks.eventOf(callId);
    expect(event).toMatchObject({ state: 'kept', attempts: 0 });
    const answered = await hooks.service.http(account).post(`/webhook/deliveries/${event.id}/redeliver`);
    expect(answered).toMatchObject({
      status: 200,
      body: {
        object: 'delivery',
        event_id: event.id,
        call_id: callId,
        attempt: 1,
        delivered: true,
        next_attempt_at: null,
      },
    });
    expect(verify(receiver.requests[0], secret)).toMatchObject({ id: event.id, type: 'call.completed' });
  });

  test('are sent after the lease of a worker that died with them, with the same id', async () => {
    const { account, receiver } = await hooks.listener();
    const lease = new Date(hooks.service.clock.nowMs() + 30_000);
    const callId = await hooks.service.unitOfWork.run(async () => {
      const [id = ''] = await hooks.announce(account);
      await hooks.service.unitOfWork.affected(
        'UPDATE webhook_events SET lease_until = $2 WHERE call_id = $1',
        [id, lease],
      );
      return id;
    });
    await hooks.service.advance(15_000);
    expect(receiver.requests).toHaveLength(0);
    await hooks.service.advance(16_000);
    await eventually(async () => {
      expect(await hooks.eventOf(callId)).toMatchObject({ state: 'delivered', attempts: 1 });
    });
    expect(receiver.requests[0]!.headers['webhook-id']).toBe((await hooks.eventOf(callId)).id);
  });

  test('are found by the sweep without notifications', async () => {
    const { account, receiver } = await hooks.listener();
    await hooks.service.unitOfWork.run(async () => {
      await hooks.announce(account, 300);
      await hooks.service.unitOfWork.affected("DELETE FROM outbox WHERE payload->>'accountId' = $1", [
        account.id,
      ]);
    });
    await eventually(async () => {
      expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(300);
      await Promise.resolve();
    });
  });
});

describe('isolation of endpoints', () =>
  test('delays no other account by an endpoint that hangs with 1,000 events', async () => {
    const { account: dead, receiver: black } = await hooks.listener(misbehave.hang);
    await hooks.announce(dead, 1_000);
    await eventually(async () => {
      expect(black.requests.length).toBeGreaterThanOrEqual(8);
      await Promise.resolve();
    });
    const healthy = await Promise.all(Array.from({ length: 20 }, () => hooks.listener()));
    const started = performance.now();
    await Promise.all(healthy.map(({ account }) => hooks.announce(account, 5)));
    await eventually(async () => {
      expect(healthy.every(({ receiver }) => receiver.requests.length === 5)).toBe(true);
      await Promise.resolve();
    });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(black.openSockets).toBeLessThanOrEqual(32);
    await hooks.service.http(dead).delete('/webhook');
    await black.stop();
  }));
