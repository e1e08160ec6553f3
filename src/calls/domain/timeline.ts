import { oneLine } from '../../platform/kernel/text';

/** What the carrier of a real call tells while it dials and talks. */
export type DetailType = 'trunk' | 'media' | 'speech' | 'amd' | 'dtmf' | 'transfer';

/** Types of the entries of GET /calls/{id}/timeline; an enum of the OpenAPI document. */
export type TimelineType =
  | 'accepted'
  | 'held'
  | 'released'
  | 'line_taken'
  | 'carrier_asked'
  | 'carrier_refused'
  | 'ringing'
  | 'answered'
  | 'ended'
  | 'analysed'
  | 'canceled'
  | 'expired'
  | 'event_made'
  | 'event_attempt'
  | DetailType;

/** One decision about a call, in words for the client. */
export interface TimelineEntry {
  readonly callId: string;
  readonly at: Date;
  readonly type: TimelineType;
  readonly message: string;
  /** Set on event_made and event_attempt. */
  readonly eventId?: string;
}

const DETAIL_LENGTH = 500;

/** A detail as a line: it may hold the words of a network, which are anything. */
export function detailText(message: string): string {
  return oneLine(message, DETAIL_LENGTH);
}
