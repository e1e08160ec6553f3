import type { Meeting } from '../../domain/talk-analyst';
import type { Turn } from '../../../shared-kernel/talk';
import { isGreeting } from '../lexicon/remark';
import type { Answers } from './answers';
import { type CallbackWish, callbackIn } from './callback';
import { endedInOrder } from './ending';
import { type Interest, interestIn } from './interest';
import { meetingIn } from './meeting';
import type { Reply } from './replies';

export interface TalkFacts {
  readonly turns: readonly Turn[];
  readonly replies: readonly Reply[];
  readonly posed: number;
  readonly answered: number;
  /** `answered` divided by `posed`, of which there is one at least; above 1 when more was answered than posed. */
  readonly answeredShare: number;
  readonly interest: Interest;
  readonly callback: CallbackWish;
  readonly meeting: Meeting | null;
  readonly wantedPerson: boolean;
  /** A person continued the talk after the agent. */
  readonly metPerson: boolean;
  readonly onlyMachine: boolean;
  readonly optedOut: boolean;
  readonly ended: boolean;
}

export function factsOf(
  turns: readonly Turn[],
  replies: readonly Reply[],
  { posed, answered }: Answers,
  questions: readonly string[],
): TalkFacts {
  const onlyMachine = isOnlyMachine(replies);
  return {
    turns,
    replies,
    posed,
    answered,
    answeredShare: answered / Math.max(posed, 1),
    interest: interestIn(replies, questions),
    callback: callbackIn(replies, questions),
    meeting: meetingIn(replies, questions),
    wantedPerson: replies.some(({ remark }) => remark.wantsPerson),
    metPerson: wasTransferred(turns),
    onlyMachine,
    optedOut: !onlyMachine && replies.some(({ remark }) => remark.neverAgain),
    ended: endedInOrder(turns, replies, posed),
  };
}

/** A person who led from the start is no transfer. */
function wasTransferred(turns: readonly Turn[]): boolean {
  const person = turns.findIndex(({ speaker }) => speaker === 'human');
  return turns.slice(0, Math.max(0, person)).some(({ speaker }) => speaker === 'agent');
}

function isOnlyMachine(replies: readonly Reply[]): boolean {
  return (
    replies.some(({ remark }) => remark.machine) &&
    replies.every(({ remark }) => remark.machine || isGreeting(remark.text))
  );
}
