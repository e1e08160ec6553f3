import { answer, choiceOf, constant, flag, listOfPlain, text } from '../../platform/http/answers/answer';
import type { ListenAdmission } from '../application/listening/listen-admission';
import type { OwnListeners } from '../application/listening/own-listeners';

type Started = Awaited<ReturnType<ListenAdmission['start']>>;

export const CALL_ID = 'call_01kaf5v7m2q9x3t8w4z6c1b0dn';
export const HUMAN_CALL_ID = 'hcall_01kaf5v7m2q9x3t8w4z6c1b0dn';

export const LISTENING = answer<Started>(
  'Listening',
  'How to connect to a running call, to hear it.',
  {
    object: constant('listening'),
    ticket: text('Works once, for 30 s, in this session: the subprotocol ticket.TICKET.'),
    socket: text('Path of the WebSocket.'),
    sides: listOfPlain(
      choiceOf<Started['sides'][number]>({ agent: true, counsellor: true, contact: true }, 'Who speaks.'),
      'Whose audio the two halves of a binary message are.',
    ),
  },
  {
    object: 'listening',
    ticket: 'Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgcmVhbCB0aWNrZXQ',
    socket: `/console/live/calls/${CALL_ID}`,
    sides: ['agent', 'contact'],
  },
);

export const OWN_LISTENERS = answer<Awaited<ReturnType<OwnListeners['of']>>>(
  'OwnListeners',
  'Whether somebody of the account listens to an own human call.',
  { object: constant('own_listeners'), listening: flag('A supervisor is listening.') },
  { object: 'own_listeners', listening: false },
);
