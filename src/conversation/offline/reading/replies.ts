import type { Turn } from '../../../shared-kernel/talk';
import {
  asksWhenToCall,
  type KnownQuestion,
  onlyRepairs,
  questionAskedIn,
} from '../lexicon/question-matching';
import { type Remark, understandTurn } from '../lexicon/remark';
import { topicOf } from '../lexicon/topics';
import { requestsWait } from '../lexicon/waits';

export interface Reply {
  readonly remark: Remark;
  readonly turn: Turn;
  readonly question: number | null;
  readonly prompt: string;
  /** Addressed to a person instead of the agent. */
  readonly toPerson: boolean;
  /** Replies to "when shall we call you?". */
  readonly toCallTime: boolean;
}

export function repliesIn(turns: readonly Turn[], known: readonly KnownQuestion[]): readonly Reply[] {
  const replies: Reply[] = [];
  let question: number | null = null;
  let toCallTime = false;
  let prompt = '';
  let toPerson = false;
  let waits = false;
  for (const turn of turns) {
    if (turn.speaker === 'contact') {
      waits = requestsWait(turn.text);
      replies.push({ remark: understandTurn(turn), turn, question, prompt, toPerson, toCallTime });
      continue;
    }
    prompt = turn.text;
    toPerson ||= turn.speaker === 'human';
    const posed = questionAskedIn(turn.text, known);
    toCallTime = posed === null && asksWhenToCall(turn.text);
    // A repair ("sorry?") and a wait leave the question pending; another question or a statement does not.
    const leaves = turn.text.includes('?') ? !changesTopic(turn.text, question, known) : waits;
    if (posed !== null || toCallTime || !leaves) question = posed;
  }
  return replies;
}

function changesTopic(text: string, pending: number | null, known: readonly KnownQuestion[]): boolean {
  if (onlyRepairs(text)) return false;
  const topic = topicOf(text);
  return topic !== null && topic !== topicOf(pending === null ? '' : (known[pending]?.question ?? ''));
}
