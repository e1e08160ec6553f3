import type { DialogueCue } from '../../domain/dialogue-engine';
import { asksOpenly } from '../lexicon/question-matching';
import {
  asksForOpinion,
  isAboutTrouble,
  isBareInvitation,
  isGreeting,
  isShort,
  type Remark,
  understand,
  understandTurn,
} from '../lexicon/remark';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import { type HistoryItem, turnsOf } from '../../../shared-kernel/talk-history';
import { SCHEDULE_CALLBACK, type ToolUse } from '../../../shared-kernel/tool-use';
import { type Topic, topicOf } from '../lexicon/topics';
import { requestsWait } from '../lexicon/waits';
import type { Move, Reaction } from './move';
import { type Plan, type Progress, progressOf } from './progress';
import { redirect } from './redirect';
import { callbackFor, freshUse, toolFor } from './tool-move';

/** "I'll be there": agrees without a yes. */
const MAX_BARE_WORDS = 3;

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
  const question = plan.questions[pending]?.question ?? '';
  // Nobody is praised for bad news, or for one star of five.
  const isNoGoodNews = remark.complains || isAboutTrouble(question) || asksForOpinion(question);
  return isNoGoodNews ? 'noted' : 'answer';
}

function reactionToOpening({ openingLine }: TalkBrief, remark: Remark): Reaction {
  if (isGreeting(remark.text)) return 'hello';
  if (remark.complains || asksOpenly(openingLine)) return 'noted';
  const agrees = remark.yes || remark.interested || remark.invites;
  return agrees || (!remark.no && isShort(remark, MAX_BARE_WORDS)) ? 'yes' : 'noted';
}
