import { live } from './live';

const REFUSALS = [
  ['simulated', 'This call is simulated: it has no sound. Call a phone to hear one.'],
  [
    'joined_by_carrier',
    'The carrier joins the phones of this call, so that its sound does not pass the service. Look for its recording afterwards.',
  ],
  ['not_in_progress', 'The call is not in progress. Listen to it when somebody has answered.'],
  [
    'no_notice',
    'This call was answered before listening was on, or without its notice. Listen to one that is answered from now on.',
  ],
  ['too_many', 'Too many people are listening at the moment. Try again when one of them has stopped.'],
  [
    'unreachable',
    'The process that has the sound of this call cannot be reached. Try again; if it stays so, ask the operator.',
  ],
] as const;

/** Apart from the other texts: loaded with what listens. */
export const listening = {
  sides: 'Who is heard',
  both: 'Both',
  contact: 'Contact',
  first: { call: 'Agent', human_call: 'Counsellor' },
  level: 'Level of the call',
  volume: live.volume,
  connecting: 'Connecting…',
  isOn: 'You hear this call.',
  over: 'The call has ended.',
  /** The call is over, too. */
  lost: live.connectionLost,
  endCall: 'End call',
  endQuestion: 'End 1 call?',
  endText: 'The agent stops at once, and the contact is hung up on.',
  notices: {
    reconnecting: live.reconnecting,
    suspended: live.suspended,
    lag: 'Some sound was left out: your connection is too slow. Close what else uses it, or come closer to the network.',
    not_ended: 'The call did not end. Try again.',
  },
  obstacles: {
    no_socket: live.noSocket,
    no_sound: live.noSound,
    not_allowed: 'You may not listen to calls any more: an admin or the operator has changed who may.',
    lost: `${live.connectionLost} Press “Listen” to hear the call again.`,
  },
  refusals: {
    call: new Map<string, string>([
      ...REFUSALS,
      [
        'listening_off',
        'Listening is off in this account. An admin turns it on in Settings, when the operator has opened it.',
      ],
    ]),
    human_call: new Map<string, string>([
      ...REFUSALS,
      [
        'listening_off',
        'Human calls cannot be heard in this account. An admin allows it in Settings, when the operator has opened it.',
      ],
    ]),
  },
};
