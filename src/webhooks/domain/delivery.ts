import type { EventType } from './webhook-event';

/** Result of one request to an endpoint. */
export interface AttemptResult {
  /** A 2xx status arrived in time (R81). */
  readonly delivered: boolean;
  /** null when no status arrived. */
  readonly statusCode: number | null;
  /** Error message for the client; null on success. */
  readonly error: string | null;
  /** For metrics. */
  readonly kind: AttemptKind;
  /** Until the status or the failure. */
  readonly durationMs: number;
  /** The first 2,048 characters of the answer; null without an answer, and from an address that only the operator opened. */
  readonly answerStart: string | null;
}

export type AttemptKind =
  'delivered' | 'refused_status' | 'timeout' | 'refused_address' | 'tls' | 'connection' | 'malformed';

/** A stored attempt: an entry of GET /webhook/deliveries. */
export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly type: EventType;
  readonly callId: string | null;
  /** Number among all attempts of the event, from 1. */
  readonly attempt: number;
  readonly statusCode: number | null;
  readonly delivered: boolean;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: Date;
  /** Next scheduled attempt as of this one. */
  readonly nextAttemptAt: Date | null;
}

/** A delivery with its request and response, as stored. */
export interface NewDelivery extends Delivery {
  readonly url: string;
  readonly answerStart: string | null;
}

/** An attempt with its request and response. */
export interface DeliveryHistory extends Delivery {
  /** null for attempts of former versions, which did not store it. */
  readonly url: string | null;
  /** null once the event is forgotten. */
  readonly body: string | null;
  readonly answerStart: string | null;
}
