import { Webhook } from 'standardwebhooks';
import { CallAnnouncer } from '../../src/calls';
import { newId } from '../../src/platform/ids';
import { TestApp, type TestAccount } from './app';
import { answer, type Behaviour, Receiver, type ReceivedRequest } from './receiver';

/** Lets the service deliver to receivers on this machine. */
export const LOCAL_WEBHOOKS = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' };

/** An entry of GET /webhook/deliveries. */
export interface DeliveryEntry {
  readonly id: string;
  readonly event_id: string;
  readonly attempt: number;
  readonly at: string;
  readonly duration_ms: number;
  readonly next_attempt_at: string | null;
}

/** A service with accounts that listen. */
export class WebhookTests {
  readonly #receivers: Receiver[] = [];

  constructor(readonly service: TestApp) {}

  static async start(environment: Record<string, string> = {}): Promise<WebhookTests> {
    return new WebhookTests(await TestApp.start({ ...LOCAL_WEBHOOKS, ...environment }));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all(this.#receivers.map((receiver) => receiver.stop()));
  }

  async receive(behaviour?: Behaviour): Promise<Receiver> {
    const receiver = await Receiver.start(behaviour);
    this.#receivers.push(receiver);
    return receiver;
  }

  /** Sets an account's endpoint; gives the answer. */
  async setEndpoint(account: TestAccount, url: string): Promise<{ secret: string }> {
    const { body, status } = await this.service.http(account).put('/webhook').send({ url });
    if (status !== 200) throw new Error(`PUT /webhook answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** An account with an endpoint. */
  async listener(behaviour = answer(200)) {
    const account = await this.service.account();
    const receiver = await this.receive(behaviour);
    const { secret } = await this.setEndpoint(account, receiver.url());
    return { account, receiver, secret, http: this.service.http(account) };
  }

  /** Announces calls as the calls do it when they become final. Gives their ids. */
  async announce(account: TestAccount, count = 1, status = 'completed'): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId('call'));
    const calls = ids.map((id) => ({
      accountId: account.id,
      call: { id, object: 'call', status, phone_number: '+919876540001', outcome: null } as never,
    }));
    const announcer = this.service.app.get(CallAnnouncer, { strict: false });
    await this.service.unitOfWork.run(() => announcer.announce(calls));
    return ids;
  }

  async deliveries(account: TestAccount, query = ''): Promise<DeliveryEntry[]> {
    const { body } = await this.service.http(account).get(`/webhook/deliveries${query}`);
    return body.data;
  }

  /** The event of a call as it is stored. */
  async eventOf(callId: string): Promise<{ id: string; type: string; state: string; attempts: number }> {
    const event = await this.service.unitOfWork.row<{
      id: string;
      type: string;
      state: string;
      attempts: number;
    }>('SELECT id, type, state, attempts FROM webhook_events WHERE call_id = $1', [callId]);
    if (!event) throw new Error('the call has no event');
    return event;
  }
}

/** The result of the standard's library for a delivery, at the delivery's own time: tests move the clock. */
export function verify(request: ReceivedRequest | undefined, secret: string): unknown {
  if (!request) throw new Error('nothing arrived');
  const now = jest.spyOn(Date, 'now').mockReturnValue(Number(request.headers['webhook-timestamp']) * 1_000);
  try {
    return new Webhook(secret).verify(request.body, request.headers);
  } finally {
    now.mockRestore();
  }
}

/** How many signatures a delivery carries. */
export function signatures(request: ReceivedRequest | undefined): number {
  return request?.headers['webhook-signature']?.split(' ').length ?? 0;
}
