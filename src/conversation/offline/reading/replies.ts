import type { Turn } from '../../../platform/kernel/talk';
import {
  asksWhenToCall,
  type KnownQuestion,
  onlyRepairs,
  questionAskedIn,
} from '../lexicon/question-matching';
import { type Remark, understandTurn } from '../lexicon/remark';
import { topicOf } from '../lexicon/topics';

/** A remark of the contact and what had been asked just before it. */
export interface Reply {
  readonly remark: Remark;
  readonly turn: Turn;
  /** The question that stood open, by its place in the list. */
  readonly question: number | null;
  /** What was said to the contact just before; empty at the beginning. */
  readonly prompt: string;
  /** Said to a person who led the talk or took it over. */
  readonly toPerson: boolean;
  /** The remark answers "when shall we call you?". */
  readonly toCallTime: boolean;
}

/** Each remark of the contact with the question it replies to. */
export function repliesIn(turns: readonly Turn[], known: readonly KnownQuestion[]): readonly Reply[] {
  const replies: Reply[] = [];
  let question: number | null = null;
  let toCallTime = false;
  let prompt = '';
  let toPerson = false;
  for (const turn of turns) {
    if (turn.speaker === 'contact') {
      replies.push({ remark: understandTurn(turn), turn, question, prompt, toPerson, toCallTime });
      continue;
    }
    prompt = turn.text;
    toPerson ||= turn.speaker === 'human';
    const asked = questionAskedIn(turn.text, known);
    toCallTime = asked === null && asksWhenToCall(turn.text);
    // "Sorry?" and "hello, are you there?" leave the question open; another question or a goodbye closes it.
    if (asked !== null || toCallTime || !turn.text.includes('?') || asksAnother(turn.text, question, known))
      question = asked;
  }
  return replies;
}

/** Another question than the one that stands open, though none of the script; "kuch andaza?" only asks it again. */
function asksAnother(text: string, open: number | null, known: readonly KnownQuestion[]): boolean {
  if (onlyRepairs(text)) return false;
  const topic = topicOf(text);
  return topic !== null && topic !== topicOf(open === null ? '' : (known[open]?.question ?? ''));
}
