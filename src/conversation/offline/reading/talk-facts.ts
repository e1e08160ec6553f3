import type { Meeting } from '../../domain/talk-analyst';
import type { Turn } from '../../../shared-kernel/talk';
import { isGreeting } from '../lexicon/remark';
import type { Answers } from './answers';
import { type CallbackWish, callbackIn } from './callback';
import { endedInOrder } from './ending';
import { type Interest, interestIn } from './interest';
import { meetingIn } from './meeting';
import type { Reply } from './replies';

/** The input of the rules for disposition and rating. */
export interface TalkFacts {
  readonly turns: readonly Turn[];
  readonly replies: readonly Reply[];
  /** Questions that were asked. */
  readonly asked: number;
  /** Questions that were answered, asked or not. */
  readonly answered: number;
  /** `answered` divided by `asked`; 0 when nothing was asked, above 1 when more was answered than asked. */
  readonly answeredShare: number;
  readonly interest: Interest;
  readonly callback: CallbackWish;
  readonly meeting: Meeting | null;
  readonly wantedPerson: boolean;
  /** A person took the talk over from the agent. */
  readonly metPerson: boolean;
  /** Nobody but a machine was heard. */
  readonly onlyMachine: boolean;
  readonly askedNotToBeCalled: boolean;
  /** The talk was not cut off. */
  readonly ended: boolean;
}

/** The facts of a talk in which the contact said at least a word. */
export function factsOf(
  turns: readonly Turn[],
  replies: readonly Reply[],
  { asked, answered }: Answers,
  questions: readonly string[],
): TalkFacts {
  const onlyMachine = heardOnlyMachine(replies);
  return {
    turns,
    replies,
    asked,
    answered,
    answeredShare: asked === 0 ? 0 : answered / asked,
    interest: interestIn(replies, questions),
    callback: callbackIn(replies, questions),
    meeting: meetingIn(replies, questions),
    wantedPerson: replies.some(({ remark }) => remark.wantsPerson),
    metPerson: wasTransferred(turns),
    onlyMachine,
    askedNotToBeCalled: !onlyMachine && replies.some(({ remark }) => remark.neverAgain),
    ended: endedInOrder(turns, replies, asked),
  };
}

/** Whether an agent led the talk before a person did; a talk that a person led from the beginning was not transferred. */
function wasTransferred(turns: readonly Turn[]): boolean {
  const person = turns.findIndex(({ speaker }) => speaker === 'human');
  return turns.slice(0, Math.max(0, person)).some(({ speaker }) => speaker === 'agent');
}

function heardOnlyMachine(replies: readonly Reply[]): boolean {
  return (
    replies.some(({ remark }) => remark.machine) &&
    replies.every(({ remark }) => remark.machine || isGreeting(remark.text))
  );
}
