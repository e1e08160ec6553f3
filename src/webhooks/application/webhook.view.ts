import { formatInstant } from '../../platform/kernel/instant';
import type { Delivery, DeliveryHistory } from '../domain/delivery';
import type { EndpointState } from '../domain/endpoint';

export function endpointView(
  { url, secretLast4, createdAt, updatedAt }: EndpointState,
  last: Delivery | null,
) {
  return {
    object: 'webhook' as const,
    url,
    secret_last4: secretLast4,
    created_at: formatInstant(createdAt),
    updated_at: formatInstant(updatedAt),
    last_delivery: last && {
      event_id: last.eventId,
      type: last.type,
      status_code: last.statusCode,
      delivered: last.delivered,
      at: formatInstant(last.at),
      error: last.error,
    },
  };
}

export function deliveryView(delivery: Delivery) {
  return {
    id: delivery.id,
    object: 'delivery' as const,
    event_id: delivery.eventId,
    type: delivery.type,
    call_id: delivery.callId,
    attempt: delivery.attempt,
    status_code: delivery.statusCode,
    delivered: delivery.delivered,
    error: delivery.error,
    duration_ms: delivery.durationMs,
    at: formatInstant(delivery.at),
    next_attempt_at: delivery.nextAttemptAt && formatInstant(delivery.nextAttemptAt),
  };
}

/** Shows a delivery without the signature. */
export function deliveryStoryView(story: DeliveryHistory, headers: Readonly<Record<string, string>>) {
  return {
    ...deliveryView(story),
    request: { url: story.url, headers, body: story.body },
    answer:
      story.statusCode === null ? null : { status_code: story.statusCode, body_start: story.answerStart },
  };
}

export function testView({ eventId, delivered, statusCode, durationMs, error }: Delivery) {
  return {
    object: 'webhook_test' as const,
    event_id: eventId,
    delivered,
    status_code: statusCode,
    duration_ms: durationMs,
    error,
  };
}
