import { answers as isAnswer } from './next-move';
import { asksWhenToCall, type KnownQuestion, questionAskedIn } from './question-matching';
import { isRefusal } from './refusal';
import { isGreeting, isWhatever, type Remark, sentencesOf, understand, understandTurn } from './remark';
import type { Turn } from '../../platform/kernel/talk';
import { answerKindOf, answersAhead, topicOf } from './topics';
import { wordsOf } from './words';

/** A remark of the contact and what had been asked just before it. */
export interface Reply {
  readonly remark: Remark;
  readonly turn: Turn;
  /** The question that stood open, by its place in the list. */
  readonly question: number | null;
  /** The remark answers "when shall we call you?". */
  readonly toCallTime: boolean;
}

/** Each remark of the contact with the question it replies to. */
export function repliesIn(turns: readonly Turn[], known: readonly KnownQuestion[]): readonly Reply[] {
  const replies: Reply[] = [];
  let question: number | null = null;
  let toCallTime = false;
  for (const turn of turns) {
    if (turn.speaker === 'contact') {
      replies.push({ remark: understandTurn(turn), turn, question, toCallTime });
      continue;
    }
    toCallTime = asksWhenToCall(turn.text);
    const asked = questionAskedIn(turn.text, known);
    // "Sorry?" and "hello, are you there?" leave the question open; another question or a goodbye closes it.
    if (asked !== null || toCallTime || !turn.text.trim().endsWith('?')) question = asked;
  }
  return replies;
}

/** What came of the questions. */
export interface Answers {
  /** Each question to the contact's words, or null. */
  readonly byQuestion: Readonly<Record<string, string | null>>;
  readonly asked: number;
  readonly answered: number;
}

/** The contact's own words to each question; null where there were none, whatever the agent said. */
export function answersIn(replies: readonly Reply[], known: readonly KnownQuestion[]): Answers {
  const found = known.map(({ question }, at) => answerTo(question, at, replies));
  const asked = new Set(replies.flatMap(({ question }) => question ?? []));
  return {
    byQuestion: Object.fromEntries(known.map(({ question }, at) => [question, found[at] ?? null])),
    asked: asked.size,
    answered: found.filter((answer) => answer !== null).length,
  };
}

function answerTo(question: string, at: number, replies: readonly Reply[]): string | null {
  for (const reply of replies) {
    if (reply.question !== at) continue;
    const words = wordsOfAnswer(question, reply.remark);
    if (words !== null) return words;
  }
  // What was said before it was asked, or in passing.
  for (const { remark } of replies) {
    if (remark.machine) continue;
    const said = remark.says.find((part) => answersAhead(question, wordsOf(part)));
    if (said !== undefined) return tidy(said);
  }
  return null;
}

/** The part of a remark that answers the question; null for "what?", "I don't know" and what leads elsewhere. */
function wordsOfAnswer(question: string, remark: Remark): string | null {
  const elsewhere =
    (answerKindOf(question) !== 'yes_no' && isRefusal(remark, question)) ||
    remark.machine ||
    remark.neverAgain ||
    remark.wrongNumber ||
    (remark.callLater && answerKindOf(question) !== 'time') ||
    remark.wantsPerson ||
    remark.unclear;
  if (elsewhere || evades(question, remark) || !isAnswer(question, remark)) return null;
  const yesNo = answerKindOf(question) === 'yes_no';
  const said = sentencesOf(remark.text).filter(
    (part) =>
      !part.endsWith('?') &&
      (yesNo || !isGreeting(part)) &&
      (topicOf(question) === 'decision' || !understand(part).dontKnow),
  );
  return said.length === 0 ? null : tidy(said.join(' '), yesNo);
}

/** "We'll see", "kahin bhi": said to the question, but nothing to go by. Who decides is told by "papa batayenge". */
function evades(question: string, remark: Remark): boolean {
  if (topicOf(question) === 'decision' || remark.says.length > 1) return false;
  return remark.dontKnow || isWhatever(remark.text);
}

const LEADING =
  /^(?:(?:hmm+|um+|uh+|achha wo|achha|accha|dekhiye|dekho|boliye|bataiye|bolo|ji|haan ji|haan|well|see|so|yes|yeah|actually|हम्म|देखिए|अच्छा|जी|हाँ जी|हाँ)[,\s]\s*)+(?=\S)/iu;

/** Without the words that only open a reply and the full stop; a yes stays when it is the answer. */
function tidy(said: string, yesNo = false): string {
  const bare = said.replace(/[\s.।]+$/u, '').trim();
  return yesNo ? bare : bare.replace(LEADING, '') || bare;
}
