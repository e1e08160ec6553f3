import type { SipRequest } from '../domain/message';
import type { ServerTransaction } from './server-transaction';

/** Who takes the far side's requests within a dialog. */
export interface DialogUser {
  /** A request may be taken; false beyond what one dialog may send. */
  admits(): boolean;
  receive(request: SipRequest, transaction: ServerTransaction): void;
  receiveAck(ack: SipRequest): void;
}
