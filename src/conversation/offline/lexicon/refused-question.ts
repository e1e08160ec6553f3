import { beginsWithNo, isBareNo, isBareRefusal, type Remark } from './remark';
import { answerKindOf } from './answer-kinds';
import { offersToBuy } from './offers';

/** A contact who refuses this number of questions refuses the offer. */
export const MAX_REFUSED_QUESTIONS = 2;

/** "Nahi" to "which course?" leaves the question without an answer; to "do you want a hostel?" it is one. */
export function refusesQuestion(question: string, remark: Remark): boolean {
  const kind = answerKindOf(question);
  const mayBeNo = kind === 'yes_no' || kind === 'amount' || kind === 'number';
  return !mayBeNo && (isBareNo(remark) || isBareRefusal(remark));
}

/** A no without a condition, a time or a question, to the offer in a script's first question. */
export function refusesToBuy(question: string, remark: Remark): boolean {
  const { asks, callLater, declines, interested, when, yes } = remark;
  if (!offersToBuy(question) || asks.length > 0 || callLater || interested || when !== null) return false;
  return declines || (!yes && beginsWithNo(remark));
}
