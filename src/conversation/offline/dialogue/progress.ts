import type { Turn } from '../../../shared-kernel/talk';
import { isAnswer } from '../lexicon/is-answer';
import { answersUnposed } from '../lexicon/question-matching';
import { refusesQuestion } from '../lexicon/refused-question';
import { isBareInvitation, type Remark, understandTurn } from '../lexicon/remark';
import type { SpokenQuestion } from '../lexicon/spoken-questions';
import { answersAhead } from '../lexicon/topics';
import { wordsOf } from '../lexicon/words';
import { requestsWait } from '../lexicon/waits';

/** Further ones count as answers that were not understood. */
const MAX_PAUSES = 3;

export interface Plan {
  readonly questions: readonly SpokenQuestion[];
  /** "How would you rate your ride from 1 to 5?" poses "Rating of the ride", too. */
  readonly posedByOpening: number | null;
  readonly callbackOffers: readonly string[];
  readonly introductions: readonly string[];
  readonly disclosures: readonly string[];
  readonly repairs: readonly string[];
}

export interface Progress {
  readonly posed: Set<number>;
  readonly answered: Set<number>;
  readonly repaired: Set<number>;
  pending: number | null;
  offeredCallback: boolean;
  introduced: boolean;
  disclosed: boolean;
  /** The last remark requested a pause, or its end: the question after it is no repair. */
  paused: boolean;
  pauses: number;
  /** Questions of which, when or where that got a no. */
  refused: number;
}

/** The state of a talk, from its turns. */
export function progressOf(plan: Plan, turns: readonly Turn[]): Progress {
  const progress: Progress = {
    posed: new Set(),
    answered: new Set(),
    repaired: new Set(),
    pending: null,
    offeredCallback: false,
    introduced: false,
    disclosed: false,
    paused: false,
    pauses: 0,
    refused: 0,
  };
  const opening = turns.find(({ speaker }) => speaker === 'agent')?.text ?? '';
  let agentTurns = 0;
  for (const turn of turns) {
    if (turn.speaker === 'agent') {
      agentTurns += 1;
      noteAgentTurn(plan, progress, turn.text);
    } else if (turn.speaker === 'contact') {
      const remark = understandTurn(turn);
      noteRemark(plan, progress, remark);
      if (agentTurns === 1) noteReplyToOpening(plan, progress, opening, remark);
    }
  }
  return progress;
}

function noteReplyToOpening(plan: Plan, { answered }: Progress, opening: string, remark: Remark): void {
  const { posedByOpening } = plan;
  const at = posedByOpening ?? 0;
  const question = plan.questions[at]?.question;
  if (question === undefined || isBareInvitation(remark)) return;
  const isAnswered =
    posedByOpening === null ? answersUnposed(opening, question, remark) : isAnswer(question, remark);
  if (isAnswered) answered.add(at);
}

function noteAgentTurn(plan: Plan, progress: Progress, text: string): void {
  progress.offeredCallback = plan.callbackOffers.some((offer) => text.includes(offer));
  if (plan.introductions.some((words) => text.startsWith(words))) progress.introduced = true;
  if (plan.disclosures.some((words) => text.startsWith(words))) progress.disclosed = true;
  const lowered = text.toLowerCase();
  const again = plan.repairs.some((repair) => text.startsWith(repair));
  plan.questions.forEach(({ spoken }, at) => {
    const question = spoken.toLowerCase();
    // A question that was interrupted half-way counts as posed.
    if (!lowered.includes(question) && !cutOff(lowered, question)) return;
    if (progress.posed.has(at) && !progress.paused) progress.repaired.add(at);
    progress.posed.add(at);
    progress.pending = at;
  });
  if (again && !progress.paused) progress.repaired.add(progress.pending ?? -1);
}

function cutOff(text: string, spoken: string): boolean {
  const half = spoken.slice(0, Math.ceil(spoken.length / 2));
  const from = text.indexOf(half);
  return half.length > 8 && from >= 0 && spoken.startsWith(text.slice(from));
}

function noteRemark(plan: Plan, progress: Progress, remark: Remark): void {
  const { pending } = progress;
  progress.paused = progress.pauses < MAX_PAUSES && (requestsWait(remark.text) || isBareInvitation(remark));
  if (progress.paused) progress.pauses += 1;
  const pendingQuestion = pending === null ? undefined : plan.questions[pending]?.question;
  if (pending !== null && pendingQuestion !== undefined) {
    const isRefused = refusesQuestion(pendingQuestion, remark);
    if (isRefused && !progress.answered.has(pending)) progress.refused += 1;
    if (isRefused || isAnswer(pendingQuestion, remark)) progress.answered.add(pending);
  }
  for (const part of remark.says) {
    const words = wordsOf(part);
    plan.questions.forEach(({ question }, at) => {
      if (at === pending || progress.answered.has(at)) return;
      if (answersAhead(question, words)) progress.answered.add(at);
    });
  }
}
