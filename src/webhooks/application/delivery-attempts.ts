import { Inject, Injectable } from '@nestjs/common';
import { CallTimeline } from '../../calls';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { formatInstant } from '../../platform/kernel/instant';
import type { AttemptResult, Delivery, NewDelivery } from '../domain/delivery';
import type { EndpointState } from '../domain/endpoint';
import { afterAttempt, type EventProgress, isCallEvent } from '../domain/webhook-event';
import type { Connections } from '../../platform/outbound/connections';
import { DeliveryMetrics } from '../infrastructure/delivery-metrics';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EndpointSecrets } from '../infrastructure/endpoint-secrets';
import { EventScheduleRepository, type StoredProgress } from '../infrastructure/event-schedule.repository';
import type { EventToSend } from '../infrastructure/event.repository';
import { signatureHeaders } from '../../platform/outbound/signature';
import { WebhookClient } from '../infrastructure/webhook-client';

export interface FinishedAttempt {
  readonly event: EventToSend;
  readonly url: string;
  readonly result: AttemptResult;
  readonly at: Date;
  readonly endedAt: Date;
  readonly lease: Date | null;
}

/** Makes attempts and stores their results. */
@Injectable()
export class DeliveryAttempts {
  readonly #waitsMs: readonly number[];

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly client: WebhookClient,
    private readonly secrets: EndpointSecrets,
    private readonly events: EventScheduleRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly timeline: CallTimeline,
    private readonly metrics: DeliveryMetrics,
  ) {
    this.#waitsMs = config.webhookRetrySchedule;
  }

  connections(): Connections {
    return this.client.connections();
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
    const connections = this.connections();
    try {
      const [delivery] = await this.store(endpoint.accountId, [
        await this.make(endpoint, event, null, connections),
      ]);
      if (!delivery) throw new Error('an event vanished during its attempt');
      return delivery;
    } finally {
      connections.close();
    }
  }

  /** Stores deliveries, progress of their events and the calls' timelines, for one account. */
  async store(accountId: string, attempts: readonly FinishedAttempt[]): Promise<Delivery[]> {
    return this.unitOfWork.run(async () => {
      const locked = await this.events.lock(
        accountId,
        attempts.map(({ event }) => event.id),
      );
      const progress = new Map(locked.map((event) => [event.id, event]));
      const deliveries = attempts.flatMap((attempt) => {
        const before = progress.get(attempt.event.id);
        if (!before) return [];
        const { delivered } = attempt.result;
        const after = afterAttempt(before, { ...attempt, delivered }, this.#waitsMs);
        progress.set(before.id, { ...after, id: before.id, isForgotten: before.isForgotten });
        return [deliveryOf(attempt, after, before.isForgotten)];
      });
      await this.events.update([...progress.values()]);
      await this.deliveries.insert(deliveries);
      await this.#addTimelineEntries(deliveries, progress);
      return deliveries;
    });
  }

  async #addTimelineEntries(
    deliveries: readonly Delivery[],
    progress: ReadonlyMap<string, StoredProgress>,
  ): Promise<void> {
    await this.timeline.add(
      deliveries.flatMap((delivery) => {
        const { callId, eventId, at, type } = delivery;
        if (callId === null || !isCallEvent(type)) return [];
        const message = attemptMessage(delivery, progress.get(eventId)?.state === 'dropped');
        return [{ callId, at, type: 'event_attempt' as const, message, eventId }];
      }),
    );
  }
}

/** A response may repeat the request: it is not stored for an erased event. */
function deliveryOf(
  { event, url, result, at }: FinishedAttempt,
  after: EventProgress,
  isForgotten: boolean,
): NewDelivery {
  return {
    id: newId('dlv'),
    accountId: event.accountId,
    eventId: event.id,
    type: event.type,
    callId: event.callId,
    attempt: after.attempts,
    statusCode: result.statusCode,
    delivered: result.delivered,
    error: result.error,
    durationMs: result.durationMs,
    at,
    nextAttemptAt: after.nextAttemptAt,
    url,
    answerStart: isForgotten ? null : result.answerStart,
  };
}

function attemptMessage(
  { attempt, delivered, statusCode, error, nextAttemptAt }: Delivery,
  dropped: boolean,
): string {
  if (delivered) return `Attempt ${attempt} delivered the event (status ${statusCode ?? ''}).`;
  const next = nextAttemptAt
    ? ` The next attempt is at ${formatInstant(nextAttemptAt)}.`
    : dropped
      ? ' The event is dropped.'
      : '';
  return `Attempt ${attempt} failed: ${error ?? ''}${next}`;
}
