import type { EventType } from './webhook-event';

export interface AttemptResult {
  /** A 2xx status arrived in time (R81). */
  readonly delivered: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly kind: AttemptKind;
  readonly durationMs: number;
  /** The first 2,048 characters of the body; null without one, and from an address that only the operator opened. */
  readonly answerStart: string | null;
}

export type AttemptKind =
  'delivered' | 'refused_status' | 'timeout' | 'refused_address' | 'tls' | 'connection' | 'malformed';

export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly type: EventType;
  readonly callId: string | null;
  /** Among all attempts of the event, from 1. */
  readonly attempt: number;
  readonly statusCode: number | null;
  readonly delivered: boolean;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: Date;
  readonly nextAttemptAt: Date | null;
}

export interface NewDelivery extends Delivery {
  readonly url: string;
  readonly answerStart: string | null;
}

export interface DeliveryHistory extends Delivery {
  /** `null`: a former version did not store it. */
  readonly url: string | null;
  /** `null`: the event was erased. */
  readonly body: string | null;
  readonly answerStart: string | null;
}
