import type { MediaLeg } from '../../../media';

export type CallSide = 'agent' | 'counsellor' | 'contact';

export interface CallAudio {
  /** `CALL.ATTEMPT` */
  readonly reference: string;
  /** Of `leg`: whose audio it sends, and whose it receives. */
  readonly sent: CallSide;
  readonly received: CallSide;
  readonly leg: Pick<MediaLeg, 'startedAt' | 'listen'>;
  /** The agent has announced that somebody may listen. */
  readonly hasNotice: boolean;
  /** A person of the account ends the talk with an agent; null: a human call. */
  readonly end: (() => void) | null;
}

/** Where people of the account may listen to calls. */
export interface CallAudios {
  /** @returns the function that removes it */
  add(audio: CallAudio): () => void;
}
