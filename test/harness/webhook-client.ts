import { AddressGuard } from '../../src/platform/outbound/address-guard';
import { HostResolver } from '../../src/platform/outbound/host-resolver';
import { WebhookClient } from '../../src/webhooks/infrastructure/webhook-client';
import { type Behaviour, Receiver } from './receiver';

type Answers = Record<string, readonly string[] | (() => Promise<string[]>)>;

/** A resolver with the names of one test; others do not resolve. */
export class TestResolver extends HostResolver {
  asked = 0;

  constructor(private readonly answers: Answers) {
    super();
  }

  override resolve(name: string): Promise<string[]> {
    this.asked++;
    const known = this.answers[name] ?? [];
    return typeof known === 'function' ? known() : Promise.resolve([...known]);
  }
}

/** This machine is open, plain http is allowed. */
export const OPEN = { webhookAllowCidrs: ['127.0.0.0/8'], webhookAllowHttp: true };

export function clientWith(answers: Answers = {}, config = OPEN): WebhookClient {
  return new WebhookClient(new AddressGuard(config, new TestResolver(answers)));
}

/** One request on a new connection. */
export async function post(client: WebhookClient, url: string, body = '{}') {
  const connections = client.connections();
  try {
    return await client.post({ url, headers: { 'webhook-id': 'evt_1' }, body }, connections);
  } finally {
    connections.close();
  }
}

const receivers: Receiver[] = [];

export async function receive(behaviour?: Behaviour, tls: { key: string; cert: string } | null = null) {
  const receiver = await Receiver.start(behaviour, tls);
  receivers.push(receiver);
  return receiver;
}

/** After each test. */
export async function stopReceivers(): Promise<void> {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
}

/** Waits for what sockets do in their own time. */
export async function until(check: () => boolean): Promise<void> {
  for (let n = 0; n < 400 && !check(); n++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(check()).toBe(true);
}
