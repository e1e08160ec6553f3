import type { SipRequest } from '../domain/message';
import type { ServerTransaction } from './server-transaction';

/** Handles the far side's requests within a dialog. */
export interface DialogUser {
  /** Whether the far side's requests may come from this address. */
  isSource(address: string): boolean;
  /** Resolves when all sources are known; null when they are. Never rejects. */
  sourceLookup(): Promise<void> | null;
  /** False when the dialog has exceeded its rate of requests. */
  admits(): boolean;
  receive(request: SipRequest, transaction: ServerTransaction): void;
  receiveAck(ack: SipRequest): void;
}
