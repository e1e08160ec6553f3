import type { IncomingCall, Session } from '../../../sip';

/** What became of our 200: its ACK came, or the caller has left, or the caller's side never confirmed or took it. */
export type AnswerOutcome = 'confirmed' | 'left' | 'no_ack' | 'no_audio';

/** A CANCEL that crosses our 200 is followed by ACK and BYE, if the caller's side is well; nobody talks until then. */
export function outcomeOf(session: Session, incoming: IncomingCall): Promise<AnswerOutcome> {
  return new Promise((resolve) => {
    incoming.onLateCancel(() => {
      resolve('left');
      void session.hangUp();
    });
    session.listen({
      confirmed: () => {
        resolve('confirmed');
      },
      ended: ({ why }) => {
        resolve(why === 'no_ack' || why === 'no_audio' ? why : 'left');
      },
    });
  });
}
