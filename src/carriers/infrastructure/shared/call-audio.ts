import type { MediaLeg } from '../../../media';
import type { TalkBroadcast } from '../../../voice';
import type { LegEnd } from '../../domain/carrier';

export type CallSide = 'agent' | 'counsellor' | 'contact';

export interface CallAudio {
  /** `CALL.ATTEMPT` */
  readonly reference: string;
  /** The sides of the call whose audio `leg` sends and receives. */
  readonly sent: CallSide;
  readonly received: CallSide;
  readonly leg: Pick<MediaLeg, 'startedAt' | 'listen'>;
  /** `performance.now()` of the answer. Absent: now. */
  readonly answeredAt?: number | undefined;
  /** The agent has announced that somebody may listen. */
  readonly hasNotice: boolean;
  /** null: a human call. */
  readonly agent: {
    readonly talk: TalkBroadcast;
    /** A person of the account ends the talk. */
    readonly end: () => void;
  } | null;
}

export type AudioEnd = Pick<LegEnd, 'by' | 'reason'>;

/** Where people of the account may listen to calls. */
export interface CallAudios {
  /** @returns the function that removes it */
  add(audio: CallAudio): (end: AudioEnd) => void;
}
