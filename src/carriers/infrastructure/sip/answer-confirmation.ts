import type { IncomingCall, Session } from '../../../sip';
import type { AcceptFailure } from '../shared/transports';

export type AnswerConfirmation = 'confirmed' | Exclude<AcceptFailure, 'canceled'>;

/** ACK and BYE follow a CANCEL that crosses our 200. No audio is sent until then. */
export function awaitAck(session: Session, incoming: IncomingCall): Promise<AnswerConfirmation> {
  return new Promise((resolve) => {
    let isConfirmed = false;
    incoming.onLateCancel(() => {
      // A CANCEL after the ACK has no effect (RFC 3261, 9.1).
      if (isConfirmed) return;
      resolve('caller_left');
      void session.hangUp();
    });
    session.listen({
      onConfirmed: () => {
        isConfirmed = true;
        resolve('confirmed');
      },
      onEnded: ({ why }) => resolve(why === 'bye' || why === 'gone' ? 'caller_left' : why),
    });
  });
}
