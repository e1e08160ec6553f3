import { Injectable } from '@nestjs/common';
import { CallTimeline } from '../../calls';
import { Config } from '../../platform/config/config';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import { formatInstant } from '../../platform/kernel/instant';
import type { AttemptResult, Delivery, NewDelivery } from '../domain/delivery';
import { afterAttempt, type EventProgress, isCallEvent } from '../domain/webhook-event';
import { DeliveryRepository } from '../infrastructure/delivery.repository';
import { EventScheduleRepository, type StoredProgress } from '../infrastructure/event-schedule.repository';
import type { EventToSend } from '../infrastructure/event.repository';

export interface FinishedAttempt {
  readonly event: EventToSend;
  readonly url: string;
  readonly result: AttemptResult;
  readonly at: Date;
  readonly endedAt: Date;
  readonly lease: Date | null;
}

/** Stores what attempts brought. */
@Injectable()
export class AttemptResults {
  readonly #waitsMs: readonly number[];

  constructor(
    config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventScheduleRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly timeline: CallTimeline,
  ) {
    this.#waitsMs = config.webhookRetrySchedule;
  }

  /** Deliveries, progress of their events and the calls' timelines, for one account. */
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
