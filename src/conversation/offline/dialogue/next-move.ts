import type { DialogueCue } from '../../domain/dialogue-engine';
import { wantsCallLater } from '../lexicon/another-time';
import {
  acceptsTime,
  asksForTime,
  asksOpenly,
  asksWhenToCall,
  asksWhetherDone,
  offersIn,
} from '../lexicon/question-matching';
import { MAX_REFUSED_QUESTIONS } from '../lexicon/refused-question';
import {
  beginsWithNo,
  isAboutTrouble,
  isBareInvitation,
  isBareNo,
  isBareRefusal,
  isGreeting,
  type Remark,
  understand,
  understandTurn,
} from '../lexicon/remark';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import { type HistoryItem, turnsOf } from '../../../shared-kernel/talk-history';
import { SCHEDULE_CALLBACK, type ToolUse } from '../../../shared-kernel/tool-use';
import type { Parting } from '../lexicon/phrases/phrase-pack';
import { hourToCallIn } from '../lexicon/time-expression';
import { answerKindOf } from '../lexicon/answer-kinds';
import { type Topic, topicOf } from '../lexicon/topics';
import { type Plan, type Progress, progressOf } from './progress';
import { callbackFor, freshUse, toolFor, type UseMove } from './tool-move';
import { requestsWait } from '../lexicon/waits';

const MAX_SHORT_WORDS = 6;
/** "I'll be there": agrees without a yes. */
const MAX_BARE_WORDS = 3;

export type Reaction = 'answer' | 'noted' | 'yes' | 'no' | 'dont_know' | 'hello' | 'none';

export type Move =
  | { readonly kind: 'open' }
  | { readonly kind: 'voicemail' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'still_there' }
  | { readonly kind: 'give_up' }
  | { readonly kind: 'transfer'; readonly number: string }
  | { readonly kind: 'offer_callback' }
  | { readonly kind: 'introduce'; readonly asMachine: boolean; readonly question: number | null }
  | UseMove
  /** `question`: the next one; null: there is none. */
  | { readonly kind: 'tell'; readonly use: ToolUse; readonly question: number | null }
  | { readonly kind: 'repeat'; readonly question: number | null; readonly isUnderstood: boolean }
  /** `requestedTopic`: a question of the contact, for a counsellor to answer. */
  | {
      readonly kind: 'ask';
      readonly question: number;
      readonly reaction: Reaction;
      readonly requestedTopic: Topic | 'other' | null;
    }
  | {
      readonly kind: 'part';
      readonly as: Parting;
      readonly when: string | null;
      readonly requestedTopic: Topic | 'other' | null;
    };

/**
 * A pure function, so any process can continue a talk. A question is repeated once, when its answer was not
 * understood.
 */
export function nextMove(
  brief: TalkBrief,
  plan: Plan,
  history: readonly HistoryItem[],
  cue: DialogueCue,
): Move {
  const turns = turnsOf(history);
  const remark = lastRemark(turns);
  if (cue.machine || remark.machine) return { kind: 'voicemail' };
  if (!turns.some(({ speaker }) => speaker === 'agent')) return { kind: 'open' };
  if (cue.silences > 0) return cue.silences > 1 ? { kind: 'give_up' } : { kind: 'still_there' };
  if (cue.transferFailed) return { kind: 'part', as: 'person_later', when: null, requestedTopic: null };
  const progress = progressOf(plan, turns);
  const use = freshUse(history);
  const wanted = use ? null : toolFor(brief, history, remark);
  const away = redirect(brief, plan, progress, remark);
  if (away && !(wanted && away.kind === 'introduce')) return scheduleCallback(brief, history, away, use, cue);
  if (use) return { kind: 'tell', use, question: nextUnposed(plan, progress) };
  return (cue.withoutTools ? null : wanted) ?? away ?? nextQuestion(brief, plan, progress, remark);
}

/** A wish to be called at a time that is understood is queued before the goodbye. */
function scheduleCallback(
  brief: TalkBrief,
  history: readonly HistoryItem[],
  move: Move,
  use: ToolUse | null,
  cue: DialogueCue,
): Move {
  if (move.kind !== 'part' || move.as !== 'callback' || cue.withoutTools) return move;
  return use?.name === SCHEDULE_CALLBACK ? move : (callbackFor(brief, history, move.when) ?? move);
}

function nextUnposed(plan: Plan, { posed, answered }: Progress): number | null {
  const next = plan.questions.findIndex((_, at) => !posed.has(at) && !answered.has(at));
  return next < 0 ? null : next;
}

function lastRemark(turns: readonly Turn[]): Remark {
  const since = turns.slice(turns.findLastIndex(({ speaker }) => speaker === 'agent') + 1);
  const [only] = since;
  return only && since.length === 1
    ? understandTurn(only)
    : understand(since.map(({ text }) => text).join(' '));
}

/** The move after a remark that leads away from the questions; null after any other. */
function redirect(brief: TalkBrief, plan: Plan, progress: Progress, remark: Remark): Move | null {
  const part = (as: Parting, when: string | null = null): Move => ({
    kind: 'part',
    as,
    when,
    requestedTopic: null,
  });
  if (remark.neverAgain) return part('never');
  if (endsInGrief(brief, progress, remark)) return part('bereaved');
  if (remark.wrongNumber) return part('wrong_number');
  if (remark.wantsPerson) {
    const number = brief.handoffNumbers[0];
    return number === undefined ? part('person_later') : { kind: 'transfer', number };
  }
  if (refuses(brief, plan, progress, remark) || refusesOffer(brief, progress, remark))
    return part('not_interested');
  if (progress.offeredCallback && !hasTimeAfterAll(remark))
    return part('callback', remark.when ?? hourToCallIn(remark.text));
  if (wantsAnotherTime(brief, plan, progress, remark)) {
    return remark.when !== null && remark.callLater
      ? part('callback', remark.when)
      : { kind: 'offer_callback' };
  }
  if (remark.goodbye) return part('done');
  const question = progress.pending;
  if (remark.asksIfMachine && !progress.disclosed) return { kind: 'introduce', asMachine: true, question };
  if (remark.asksWho && !progress.introduced) return { kind: 'introduce', asMachine: false, question };
  return null;
}

/** A death is no reply to "how can I help you?" that ends the talk. */
function endsInGrief({ openingLine }: TalkBrief, { pending }: Progress, remark: Remark): boolean {
  if (!remark.bereaved || remark.callLater) return false;
  return pending === null ? !asksOpenly(openingLine) : remark.wrongNumber;
}

/** "Fine, go on". */
function hasTimeAfterAll({ interested, invites, when }: Remark): boolean {
  return when === null && (interested || invites);
}

function wantsAnotherTime(
  brief: TalkBrief,
  plan: Plan,
  { pending, posed }: Progress,
  remark: Remark,
): boolean {
  // "When may we call you?" may be a question of the script; then a time answers it.
  if (pending !== null && asksWhenToCall(plan.questions[pending]?.spoken ?? '')) return false;
  const posedQuestion = pending === null ? null : (plan.questions[pending]?.question ?? null);
  if (wantsCallLater(remark, posedQuestion) || remark.busy || remark.reportedAway) return true;
  if (posed.size > 0 || remark.interested || remark.invites || remark.reschedules) return false;
  const namesTime = remark.offersTime && !acceptsTime(brief.openingLine);
  const { elsewhere, notThere, notNow, defers } = remark;
  return elsewhere || notThere || namesTime || notNow || defers || hasNoTime(brief, remark);
}

function refusesOffer(
  { openingLine }: TalkBrief,
  { pending, offeredCallback }: Progress,
  remark: Remark,
): boolean {
  if (pending !== null || offeredCallback || remark.callLater || remark.busy || remark.notNow) return false;
  return !remark.reschedules && beginsWithNo(remark) && offersIn(openingLine);
}

function refuses(brief: TalkBrief, plan: Plan, { pending, refused }: Progress, remark: Remark): boolean {
  if (remark.interested) return false;
  if (remark.refuses || refused >= MAX_REFUSED_QUESTIONS) return true;
  const question = pending === null ? undefined : plan.questions[pending]?.question;
  if (question !== undefined && answerKindOf(question) !== 'yes_no' && isBareRefusal(remark)) return true;
  return (remark.declines || remark.settled) && pending === null && !asksOpenly(brief.openingLine);
}

/** A no to "may we talk?". To an opening line that does not ask, "nahi bhar paunga" is a statement. */
function hasNoTime({ openingLine }: TalkBrief, remark: Remark): boolean {
  if (!remark.no || remark.yes || remark.interested || remark.unclear) return false;
  if ([asksOpenly, asksForTime, asksWhetherDone].some((test) => test(openingLine))) return false;
  return (
    isBareNo(remark) ||
    (openingLine.includes('?') && isShort(remark, MAX_SHORT_WORDS) && beginsWithNo(remark))
  );
}

function isShort({ words }: Remark, most: number): boolean {
  return words.trim().split(' ').length <= most;
}

function nextQuestion(brief: TalkBrief, plan: Plan, progress: Progress, remark: Remark): Move {
  const { pending, posed, answered, repaired } = progress;
  if (progress.paused && requestsWait(remark.text)) return { kind: 'wait' };
  const requestedTopic = topicOfRemark(remark);
  const reaction = reactionTo(brief, plan, progress, remark);
  if (pending !== null && !answered.has(pending) && !repaired.has(pending)) {
    const hasQuestion = remark.asks.length > 0 && !remark.unclear;
    if (hasQuestion || remark.interested || remark.requestsDetails || isBareInvitation(remark)) {
      return { kind: 'ask', question: pending, reaction, requestedTopic };
    }
    return { kind: 'repeat', question: pending, isUnderstood: !remark.unclear };
  }
  if (pending === null && posed.size === 0 && remark.unclear && !repaired.has(-1)) {
    return { kind: 'repeat', question: null, isUnderstood: false };
  }
  const next = nextUnposed(plan, progress);
  if (next === null) return { kind: 'part', as: 'done', when: null, requestedTopic };
  return { kind: 'ask', question: next, reaction, requestedTopic };
}

function topicOfRemark(remark: Remark): Topic | 'other' | null {
  const question = remark.asks[0] ?? (remark.reschedules ? remark.text : undefined);
  const isAboutTheCall = remark.unclear || remark.checksLine || remark.asksWho || remark.asksIfMachine;
  if (question === undefined || isAboutTheCall) return null;
  return topicOf(question) ?? 'other';
}

function reactionTo(brief: TalkBrief, plan: Plan, progress: Progress, remark: Remark): Reaction {
  const { pending, answered } = progress;
  if (pending === null) return reactionToOpening(brief, remark);
  if (remark.dontKnow) return 'dont_know';
  if (remark.no && !remark.yes && remark.says.length <= 1) return 'no';
  const isAnswered = answered.has(pending) || remark.interested || remark.requestsDetails;
  if (remark.says.length === 0 || !isAnswered) return 'none';
  const isTrouble = remark.complains || isAboutTrouble(plan.questions[pending]?.question ?? '');
  return isTrouble ? 'noted' : 'answer';
}

function reactionToOpening({ openingLine }: TalkBrief, remark: Remark): Reaction {
  if (isGreeting(remark.text)) return 'hello';
  if (remark.complains || asksOpenly(openingLine)) return 'noted';
  const agrees = remark.yes || remark.interested || remark.invites;
  return agrees || (!remark.no && isShort(remark, MAX_BARE_WORDS)) ? 'yes' : 'noted';
}
