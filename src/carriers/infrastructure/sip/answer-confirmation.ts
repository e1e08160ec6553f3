import type { IncomingCall, Session } from '../../../sip';

/** What became of our 200: its ACK came, or the caller has left, or the caller's side never confirmed or took it. */
export type AnswerConfirmation = 'confirmed' | 'left' | 'no_ack' | 'no_audio';

/** A CANCEL that crosses our 200 is followed by ACK and BYE. No audio is sent until then. */
export function awaitAck(session: Session, incoming: IncomingCall): Promise<AnswerConfirmation> {
  return new Promise((resolve) => {
    let isConfirmed = false;
    incoming.onLateCancel(() => {
      // After the ACK it has lost its sense (RFC 3261 section 9.1).
      if (isConfirmed) return;
      resolve('left');
      void session.hangUp();
    });
    session.listen({
      confirmed: () => {
        isConfirmed = true;
        resolve('confirmed');
      },
      ended: ({ why }) => {
        resolve(why === 'no_ack' || why === 'no_audio' ? why : 'left');
      },
    });
  });
}
