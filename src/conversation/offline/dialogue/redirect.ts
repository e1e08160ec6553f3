import { addresseeIn } from '../lexicon/addressee';
import { timeAloneIn, wantsCallLater } from '../lexicon/another-time';
import { answerKindOf } from '../lexicon/answer-kinds';
import type { Parting } from '../lexicon/phrases/phrase-pack';
import {
  acceptsTime,
  asksForReason,
  asksForTime,
  asksOpenly,
  asksWhenToCall,
} from '../lexicon/question-matching';
import { asksWhetherDone, offersIn } from '../lexicon/offers';
import { MAX_REFUSED_QUESTIONS, refusesToBuy } from '../lexicon/refused-question';
import {
  asksForOpinion,
  beginsWithNo,
  isBareNo,
  isBareRefusal,
  isShort,
  type Remark,
} from '../lexicon/remark';
import { hourToCallIn } from '../lexicon/time-expression';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { Move } from './move';
import type { Plan, Progress } from './progress';

const MAX_SHORT_WORDS = 6;

/** The move after a remark that leads away from the questions; null after any other. */
export function redirect(brief: TalkBrief, plan: Plan, progress: Progress, remark: Remark): Move | null {
  const part = (as: Parting, when: string | null = null): Move => ({
    kind: 'part',
    as,
    when,
    requestedTopic: null,
  });
  if (remark.neverAgain) return part('never');
  if (endsInGrief(brief, progress, remark)) return part('bereaved');
  if (remark.wrongNumber || isSomebodyElse(brief, progress, remark)) return part('wrong_number');
  if (remark.wantsPerson) {
    const number = brief.handoffNumbers[0];
    return number === undefined ? part('person_later') : { kind: 'transfer', number };
  }
  if (refuses(brief, plan, progress, remark) || refusesOffer(brief, progress, remark))
    return part('not_interested');
  if (progress.offeredCallback && !hasTimeAfterAll(remark))
    return part('callback', remark.when ?? hourToCallIn(remark.text));
  if (wantsAnotherTime(brief, plan, progress, remark)) {
    const when = remark.callLater ? remark.when : timeAloneIn(remark.text);
    return when === null ? { kind: 'offer_callback' } : part('callback', when);
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

/** "Am I speaking to Rohan?" – "No, I'm Suresh." */
function isSomebodyElse({ openingLine }: TalkBrief, { pending }: Progress, { words }: Remark): boolean {
  return pending === null && addresseeIn(openingLine, words) === 'unknown';
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
  if (wantsCallLater(remark, posedQuestion) || remark.busy) return true;
  // A caller with a request is present: "my son left his bottle in class".
  const isPresent = pending === null && asksOpenly(brief.openingLine);
  if (remark.reportedAway && !isPresent) return true;
  if (posed.size > 0 || remark.interested || remark.invites || remark.reschedules) return false;
  const namesTime = remark.offersTime && !acceptsTime(brief.openingLine);
  const { elsewhere, notThere, notNow, defers } = remark;
  const isAway = !isPresent && (elsewhere || notThere);
  return isAway || namesTime || notNow || defers || hasNoTime(brief, remark);
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
  const isOpen = pending === null && asksOpenly(brief.openingLine);
  if (remark.refuses || refused >= MAX_REFUSED_QUESTIONS) return !(isOpen && remark.wantsEnd);
  const question = pending === null ? undefined : plan.questions[pending]?.question;
  if (question !== undefined && answerKindOf(question) !== 'yes_no' && isBareRefusal(remark)) return true;
  if (question !== undefined && pending === 0 && refusesToBuy(question, remark)) return true;
  return (remark.declines || remark.settled) && pending === null && !isOpen;
}

/** A no to "may we talk?". To an opening line that does not ask, "nahi bhar paunga" is a statement. */
function hasNoTime({ openingLine }: TalkBrief, remark: Remark): boolean {
  if (!remark.no || remark.yes || remark.interested || remark.unclear) return false;
  if (
    [asksOpenly, asksForOpinion, asksForReason, asksForTime, asksWhetherDone].some((test) =>
      test(openingLine),
    )
  )
    return false;
  return (
    isBareNo(remark) ||
    (openingLine.includes('?') && isShort(remark, MAX_SHORT_WORDS) && beginsWithNo(remark))
  );
}
