import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { originOf } from '../../platform/kernel/network/url-host';
import type { Connections } from '../../platform/outbound/connections';
import { signatureHeaders } from '../../platform/outbound/signature';
import type { Delivery } from '../domain/delivery';
import type { EndpointState } from '../domain/endpoint';
import { DeliveryMetrics } from '../infrastructure/delivery-metrics';
import { EndpointSecrets } from '../infrastructure/endpoint-secrets';
import type { EventToSend } from '../infrastructure/event.repository';
import { WebhookClient } from '../infrastructure/webhook-client';
import { AttemptResults, type FinishedAttempt } from './attempt-results';

/** Makes attempts. */
@Injectable()
export class DeliveryAttempts {
  constructor(
    private readonly clock: Clock,
    readonly client: WebhookClient,
    private readonly secrets: EndpointSecrets,
    private readonly metrics: DeliveryMetrics,
    readonly results: AttemptResults,
  ) {}

  /** Connects while the events of the endpoint are claimed. */
  connect({ url }: EndpointState, connections: Connections): void {
    connections.prepare(originOf(new URL(url)));
  }

  /** Never throws because of the endpoint: failures are results. */
  async make(
    endpoint: EndpointState,
    event: EventToSend,
    lease: Date | null,
    connections: Connections,
  ): Promise<FinishedAttempt> {
    const at = this.clock.now();
    // One buffer is both signed and sent.
    const body = Buffer.from(event.body);
    const headers = signatureHeaders({ eventId: event.id, at, body }, this.secrets.signing(endpoint, at));
    const result = await this.client.post({ url: endpoint.url, headers, body }, connections);
    this.metrics.attempt(result);
    return { event, url: endpoint.url, result, at, endedAt: this.clock.now(), lease };
  }

  async makeAlone(endpoint: EndpointState, event: EventToSend): Promise<Delivery> {
    const connections = this.client.connections();
    try {
      const [delivery] = await this.results.store(endpoint.accountId, [
        await this.make(endpoint, event, null, connections),
      ]);
      if (!delivery) throw new Error('an event vanished during its attempt');
      return delivery;
    } finally {
      connections.close();
    }
  }
}
