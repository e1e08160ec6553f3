import { type AnswerKind, kindOfTopic, topicOf } from './topics';
import { rule } from './rule';
import { alternatives, wordsOf } from './words';

const BEGINS_YES_NO = rule(
  '(kya|is|are|was|were|do|does|did|can|could|would|will|shall|should|may|has|have|had|any)',
);
const YES_NO = BEGINS_YES_NO.within('^');
/** "Koi dikkat hai kya?" */
const ENDS_YES_NO = rule(
  '(hai|hain|tha|thi|the|ho|hoga|hogi|honge|chahiye|sakte|sakta|sakti|rahe|raha|rahi) kya',
);
/** "Delivery address sahi hai?": a yes/no question, whatever its topic, as it has no word such as which or when. */
const ENDS_AS_STATEMENT = rule('(hai|hain|tha|thi|the|hoga|hogi|chahiye|raha hai|rahi hai)').within(
  '',
  `(?:(?:${alternatives('abhi aajkal filhal ji sir madam na aapke aapko paas')}) )*$`,
);
/** "Raat ki duty kar loge?"; "email bhej denge?" requests a value. */
const ENDS_AS_OFFER = rule(
  '(chahenge|chahengi|chahoge|loge|lenge|paoge|payenge|karoge|karenge|aaoge|aayenge|jaoge|jayenge|sakte hain|sakte ho|sakti hain)',
).within(`^(?!.*${rule('(bata|bataye|bhej|share|de)').source}).*`, '$');
const WHICH = rule(
  '(kya|kab|kahan|kaun|kaunsa|kaunsi|kaunse|kitna|kitni|kitne|kis|kise|kisko|kiske|kaise|kaisa|kaisi|kyun|kyon)',
  '(what|which|when|where|who|whose|how|why)',
);
const KYA = wordsOf('kya').trim();
/** "Kya aap…", "…hai kya": marks a yes/no question. */
const YES_NO_KYA = new RegExp(
  `^ ${KYA} | ${KYA} (?=(?:${alternatives('aap aapko aapka aapki main hum abhi ye koi meri mera mere isse')}|\\S+ ji) )| ${KYA} $`,
  'gu',
);
/** "Kya pata sahi hai?" */
const CONFIRMS = rule('(sahi|theek|thik|correct|right|confirm|same|changed|badla|badli|badal)');
const ASKS_TIME = rule(
  '(kab|when|how soon)',
  '(kitne|kaun se) baje',
  '(kis|kaunse|kaun se) (din|tareekh|tarikh|samay|time|mahine|hafte)',
  '(which|what) (day|date|time|month|week)',
);
const ASKS_NUMBER = rule('(kitne|kitni|how many)');
const ASKS_AMOUNT = rule('(kitna|how much|amount|rakam|rashi)');
/** "Which size?" has small and large, "how many" a number. */
const SIZE = rule('size').within('^(?!.*(?:kitn|many|much)).*');
/** "Salaried or self-employed?" offers alternatives, "chahiye ya nahi?" a yes or a no. */
const CHOICE = / (?:or|ya|athva) \S/u;
/** "Any pain or fever?" offers no choice. */
const ANY = rule('(any|koi|kuch)');
const OR_NOT = rule('(or|ya|athva) (not|nahi|no)');

/** "Do you take any medicine?": its name answers, too. */
export function asksForAny(question: string): boolean {
  return ANY.test(wordsOf(question));
}

export function beginsYesNo(text: string): boolean {
  return YES_NO.test(wordsOf(text));
}

/** Whether a word such as which, what or when is in it; "kya" at its start marks a yes/no question. */
export function asksWhich(question: string): boolean {
  return WHICH.test(wordsOf(question).replaceAll(YES_NO_KYA, ' '));
}

/** "Koi ghar par rahega?" */
const KOI = rule('koi');
const ENDS_IN_FUTURE = / \S*(?:ega|egi|enge) $/u;

function endsAsStatement(words: string): boolean {
  if (KOI.test(words) && ENDS_IN_FUTURE.test(words)) return true;
  return ENDS_AS_STATEMENT.test(words) || ENDS_AS_OFFER.test(words);
}

export function answerKindOf(question: string): AnswerKind {
  const topic = topicOf(question);
  const words = wordsOf(question);
  const byTopic = topic && kindOfTopic(topic);
  if (!WHICH.test(words) && (CONFIRMS.test(words) || endsAsStatement(words)) && !CHOICE.test(words))
    return 'yes_no';
  if (YES_NO.test(words) && (CONFIRMS.test(words) || (ANY.test(words) && !WHICH.test(words))))
    return 'yes_no';
  if (topic === 'qualification' || SIZE.test(words)) return 'open';
  if (ASKS_AMOUNT.test(words)) return byTopic === 'number' ? 'number' : 'amount';
  if (ASKS_TIME.test(words)) return 'time';
  if (ASKS_NUMBER.test(words)) return byTopic === 'amount' ? 'amount' : 'number';
  const choice = byTopic !== 'time' && CHOICE.test(words) && !ANY.test(words) && !OR_NOT.test(words);
  if (choice) return 'open';
  // "What is the reason for your visit?"
  if (byTopic === 'yes_no' && asksWhich(question)) return 'open';
  return byTopic ?? (YES_NO.test(words) || ENDS_YES_NO.test(words) ? 'yes_no' : 'open');
}
