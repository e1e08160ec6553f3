import type { SipRequest } from '../domain/message';
import type { PhoneMove } from '../domain/bindings';
import type { ServerTransaction } from './server-transaction';

export interface DialogUser {
  isSource(address: string): boolean;
  /** `null`: all sources are known. Never rejects. */
  sourceLookup(): Promise<void> | null;
  /** False: the dialog has exceeded its rate of requests. */
  admits(): boolean;
  receive(request: SipRequest, transaction: ServerTransaction): void;
  receiveAck(ack: SipRequest): void;
  /** Early dialogs have none: responses follow their INVITE. */
  onPhoneMoved?(move: PhoneMove): void;
}
