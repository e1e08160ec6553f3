import type { EventType } from './webhook-event';

/** What became of one request to an endpoint. */
export interface AttemptResult {
  /** Events, rule 3: "any 2xx status within 10 seconds". */
  readonly delivered: boolean;
  /** null when no status came. */
  readonly statusCode: number | null;
  /** Plain words on why it failed; null when it did not. */
  readonly error: string | null;
  /** For the metrics. */
  readonly kind: AttemptKind;
  /** To the status, or to the failure. */
  readonly durationMs: number;
}

export type AttemptKind =
  'delivered' | 'refused_status' | 'timeout' | 'refused_address' | 'tls' | 'connection' | 'malformed';

/** One attempt as it is kept: an entry of GET /webhook/deliveries. */
export interface Delivery {
  readonly id: string;
  readonly accountId: string;
  readonly eventId: string;
  readonly type: EventType;
  readonly callId: string | null;
  /** Counts all attempts of the event, from 1. */
  readonly attempt: number;
  readonly statusCode: number | null;
  readonly delivered: boolean;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: Date;
  /** The schedule's, as it stood after this attempt. */
  readonly nextAttemptAt: Date | null;
}
