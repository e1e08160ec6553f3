import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { API_VERSION } from '../../platform/http/api-version';
import { newId } from '../../platform/ids';
import { formatInstant } from '../../platform/kernel/instant';
import type { EventType } from '../domain/webhook-event';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EventRepository, type NewEvent } from '../infrastructure/event.repository';
import { DeliveryWaker } from './delivery-waker';

const BATCH_SIZE = 5_000;

export interface EventPayload {
  readonly accountId: string;
  readonly type: EventType;
  readonly callId: string | null;
  readonly data: object;
}

/** Makes events, in the transaction of the change they report. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly clock: Clock,
    private readonly waker: DeliveryWaker,
    private readonly endpoints: EndpointRepository,
    private readonly events: EventRepository,
  ) {}

  /** Renders each body once (R80). Without an endpoint the schedule never sends it, also not to a later one. */
  async make(occurrences: readonly EventPayload[]): Promise<NewEvent[]> {
    const accounts = [...new Set(occurrences.map(({ accountId }) => accountId))];
    const withEndpoint = await this.endpoints.lockExisting(accounts);
    const now = this.clock.now();
    const made = occurrences.map((occurrence) =>
      newEvent(occurrence, now, withEndpoint.has(occurrence.accountId)),
    );
    for (let at = 0; at < made.length; at += BATCH_SIZE)
      await this.events.insert(made.slice(at, at + BATCH_SIZE));
    await this.waker.afterCommit([...withEndpoint]);
    return made;
  }

  async makeUnscheduled(occurrence: EventPayload): Promise<NewEvent> {
    const event = newEvent(occurrence, this.clock.now(), false);
    await this.events.insert([event]);
    return event;
  }
}

function newEvent({ accountId, type, callId, data }: EventPayload, now: Date, due: boolean): NewEvent {
  const id = newId('evt');
  const event = { id, object: 'event', type, created_at: formatInstant(now), api_version: API_VERSION, data };
  return {
    id,
    accountId,
    type,
    callId,
    body: JSON.stringify(event),
    createdAt: now,
    state: due ? 'pending' : 'kept',
    nextAttemptAt: due ? now : null,
  };
}
