import { asksWhich } from './answer-kinds';
import { anyOf, rule } from './rule';
import { sentencesOf } from './sentences';
import { type Topic, topicOf } from './topics';
import { alternatives, wordsOf } from './words';

/** With its mark; empty when there is none. */
export function lastQuestionIn(text: string): string {
  return sentencesOf(text).findLast((part) => part.endsWith('?')) ?? '';
}

/** "Is this a good time to talk?", "kya abhi do minute baat ho sakti hai?". */
export const ASKS_PERMISSION = rule(
  '(abhi|minute|minutes|time|samay|now|moment) * (baat|talk|speak|bol|free)',
  '(baat|talk|speak) * (abhi|minute|minutes|now|sakte|sakta|sakti)',
  '(good|right|convenient) time',
  '(am i|kya main) * (speaking|talking|baat)',
);

export const WANTED = rule(
  '(chahenge|chahengi|chahte|chahti|chahiye|zaroorat|interested|interest|dekh rahe|soch rahe|need|looking|evaluating|considering|exploring|comparing|want|like to)',
  // "Aapne form bhara tha?" is about the past only.
  '(bhara|kiya|ki|poocha|dekha|aaye|mangwaya|maanga|aayi) (tha|thi|the)',
  '(did|have|had|were) you',
  '(applied|enquired|signed|asked|visited)',
);
const WHICH = rule(
  '(kaun|kaunsa|kaunsi|kaunse|kitna|kitni|kitne|kab|kahan|kis|kya kya|kaisa|kaise|kyun|kyon|which|what|how|when|where|who|why)',
);

/** "Would you like a loan?" is not "how much?": a yes or no to it answers nothing else. */
export function offersOnly(sentence: string): boolean {
  const words = wordsOf(sentence);
  return WANTED.test(words) && !WHICH.test(words);
}

const OFFERS_TO_ACT = anyOf(
  rule('shall (i|we)').within('^'),
  rule('(kar|bhej|rakh|le|likh|book) (doon|dein|lein|loon)').within('', '$'),
);

/** "Shall I book it?", "book kar doon?" */
export function offersToAct(sentence: string): boolean {
  return OFFERS_TO_ACT.test(wordsOf(sentence)) && !asksWhich(sentence);
}

const DONE = rule(
  '(mil|ho|aa|pahunch) (gaya|gayi|gaye|chuka|chuki)',
  '(mila|mili|mile|pahuncha|pahunchi)',
  'chal (raha|rahi|rahe)',
  '(pasand|achha|achhi|theek) (aaya|aayi|laga|lagi|hua|hui)',
  '(did|was|were|has|have) (she|he|it|they|the|your|everything|everyone)',
  '(receive|received|arrive|arrived|reached|delivered|resolved|solved|fixed|repaired|working)',
);

/** "Has your parcel arrived?": a no reports a problem. Of "the plan has ended, would you renew?" the last clause counts. */
export function asksWhetherDone(text: string): boolean {
  const question = lastQuestionIn(text);
  const clause = question.slice(question.lastIndexOf(',') + 1);
  return DONE.test(wordsOf(clause)) && !asksWhich(clause);
}

/** "Will your child use the bus?" Who cannot pay refuses nothing. */
const ASKS_TO_COME = anyOf(
  rule('will').within('^'),
  rule('(aa|jud|shaamil ho) (sakte|sakenge|payenge|paoge) (hain|ho)'),
);

/** "Would you like to join again?": a no to it refuses the offer. */
export function offersIn(text: string): boolean {
  const question = lastQuestionIn(text);
  const offers = offersOnly(question) || offersToAct(question) || ASKS_TO_COME.test(wordsOf(question));
  return offers && !asksWhetherDone(question) && !ASKS_PERMISSION.test(wordsOf(question));
}

const TAKES_UP = rule(
  '(like|want|wish|willing|ready|planning|plan|looking|interested) (to|in) (buy|book|order|join|enrol|enroll|apply|renew|subscribe|switch|upgrade|proceed|purchase|register|sign up|buying|booking|joining|renewing)',
  '(lena|khareedna|kharidna|mangwana|lagwana|join karna|book karna|order karna|renew karna|apply karna|upgrade karna) (chahte|chahti|chahenge|chahengi|chahoge)',
);

/** "Would you like a hostel?" is no offer of its own. */
const SIDE_TOPICS: ReadonlySet<Topic | null> = new Set<Topic>(['hostel', 'loan', 'scholarship', 'visit']);

/** "Would you like to book a cleaning?": at the opening, or as the first question of a script, it is the offer. */
export function offersToBuy(text: string): boolean {
  const question = text.includes('?') ? lastQuestionIn(text) : text;
  const takesUp = TAKES_UP.test(wordsOf(question)) && !SIDE_TOPICS.has(topicOf(question));
  return takesUp && !asksWhich(question);
}

const NEEDS = anyOf(
  rule('(attend|join|participate|register|renew|order) (karenge|karengi|karoge)').within('', '$'),
  rule('_ (chahte|chahti|chahenge|chahengi|chahoge) (hain|ho)?').within(
    `(?! (?:${alternatives('jaanna janna sunna samajhna poochna batana bolna kehna dekhna')}) )`,
    '$',
  ),
  rule('(zaroorat|jarurat|requirement|chahiye) (hai|hogi|hoga)?').within('', '$'),
  rule('(do|would) you (need|want|require) (a|an|any|some|our)', '(looking|searching) for'),
  rule('(dhoondh|dhundh|khoj|talaash kar) (rahe|rahi) (hain|ho|the)').within('', '$'),
);

/** As `offersToBuy`, "do you need a loan?": a yes to an opening line takes it up. */
export function offersAtOpening(text: string): boolean {
  const question = lastQuestionIn(text);
  return NEEDS.test(wordsOf(question)) && !asksWhich(question);
}
