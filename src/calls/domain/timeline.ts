import { oneLine } from '../../platform/kernel/text';

/** Events of a real call during dial and talk. */
export type DetailType = 'trunk' | 'media' | 'speech' | 'amd' | 'dtmf' | 'transfer';

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
  | 'listening'
  | 'retry'
  | 'tool'
  | DetailType;

export interface TimelineEntry {
  readonly callId: string;
  readonly at: Date;
  readonly type: TimelineType;
  readonly message: string;
  readonly eventId?: string;
}

const DETAIL_LENGTH = 500;

/** A detail as one line: it may contain any text of a network. */
export function detailText(message: string): string {
  return oneLine(message, DETAIL_LENGTH);
}
