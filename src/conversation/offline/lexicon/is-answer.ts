import { sharesWord } from './question-matching';
import { refusesQuestion } from './refused-question';
import {
  isBareIdentity,
  isBareInterest,
  isBareInvitation,
  isBareYes,
  isBareApproval,
  asksForOpinion,
  isAboutTrouble,
  type Remark,
} from './remark';
import { hasFigure, hasMoney, hasNumber, namesAmount } from './amounts';
import { answerKindOf, asksForAny } from './answer-kinds';
import { type AnswerKind, answersAhead, topicOf } from './topics';
import { isPlainLabel } from './spoken-questions';
import { rule } from './rule';
import { BARE_VERB } from './rules/replies';
import { wordSet, wordsOf } from './words';
import { requestsWait } from './waits';

const YEAR = / 20\d\d /u;
const OTHER_SCRIPT = /[\u0980-\u0D7F]/u;
const ASKS_FOR_A_THING = rule(
  '(which|where|when|who|whom|whose|kaunsa|kaunsi|kaunse|kahan|kab|kis|kiska|kiski|kitna|kitni|kitne)',
  'what (is|are) your',
  '(aapka|aapki|aapke) * kya (hai|hain|hoga)',
  '(number|naam|pata|address|umar|age|budget|email|pincode) kya (hai|hain|hoga)',
);
/** No number, but how many, or how much. */
const WITHOUT_FIGURE = rule(
  '(yearly|monthly|quarterly|annual|annually|weekly|lifetime|permanent|saalana|salana|solo|couple)',
  '(retired|unemployed|housewife|homemaker|grihini|berozgar|berojgar)',
  'since',
  '(kal|parso|subah|shaam|raat|dopahar|bachpan|janam|shuru|kaafi|bahut) (din|dino|samay|time|pehle)? se',
);
const CHOICE = rule('(ya|or)');
const PROPOSES = rule(
  '(aa|mil|kar|de|le|bhej|jaa) (sakta|sakti|sakte|doon|dun|lein|jaun|jaoon)',
  '(aaun|aaoon|aau|chalega|chalegi)',
  '(theek|thik|sahi) (rahega|rahegi|hai)',
  '(can|could|shall|may) (i|we|you|he|she|they|it)',
  '(is|would|will) * (ok|okay|fine|good|work|possible|alright|suit)',
);
export const HEDGES = rule('(maybe|perhaps|probably|possibly|shayad)');
/** "Kar lunga". */
const AGREES_BY_VERB =
  / (?:\S*(?:enge|unga|ungi|jayega|jayegi|sakta|sakti|sakte|chalega|hoga|hogi)|do|dena|dijie) (?:$|ji|sir|bhai)/u;

interface Exchange {
  readonly question: string;
  readonly remark: Remark;
  /** The statements of the remark, without greetings. */
  readonly said: string;
}

/** In doubt the remark is an answer. */
export function isAnswer(question: string, remark: Remark): boolean {
  if (remark.unclear || remark.reportedAway || requestsWait(remark.text)) return false;
  if (remark.dontKnow) return true;
  const said = remark.says.join(' ');
  // The rules know few words of these scripts.
  if (OTHER_SCRIPT.test(said)) return true;
  const kind = answerKindOf(question);
  if (kind === 'time' && proposesTime(remark)) return true;
  if (enquiredCourses(question, remark).length > 0) return true;
  if (kind !== 'yes_no' && (said === '' || isBesideTheQuestion(question, remark))) return false;
  return ANSWERS[kind]({ question, remark, said });
}

const ANSWERS: Readonly<Record<AnswerKind, (exchange: Exchange) => boolean>> = {
  yes_no: answersYesOrNo,
  amount: (exchange) => !namesOnlyTime(exchange.remark) && answersHowMany(exchange),
  number: answersHowMany,
  time: ({ remark }) => remark.when !== null || YEAR.test(remark.words) || !hasMoney(remark.words),
  place: answersWithName,
  name: answersWithName,
  open: () => true,
};

/** "Aaj hi aa sakta hoon?" answers which day, "can you call me tomorrow?" does not. */
export function proposesTime({ when, words, asks, callLater }: Remark): boolean {
  const isOnTopic = asks.map(topicOf).every((topic) => topic === null || topic === 'time');
  return when !== null && asks.length > 0 && isOnTopic && !callLater && PROPOSES.test(words);
}

/** "Which course?" – "Is there an MBA?" */
export function enquiredCourses(question: string, { asks }: Remark): readonly string[] {
  if (asks.length === 0 || topicOf(question) !== 'course') return [];
  return asks.filter((part) => answersAhead(question, wordsOf(part)) && !CHOICE.test(wordsOf(part)));
}

function answersYesOrNo({ question, remark, said }: Exchange): boolean {
  const { words } = remark;
  const mayName = asksForAny(question) || !isLabel(question) || sharesWord(question, words);
  const names = hasContent(said) && mayName && !isBesideTheQuestion(question, remark);
  const agrees = remark.yes || [AGREES_BY_VERB, BARE_VERB, HEDGES].some((rule) => rule.test(words));
  const troubles = remark.complains && isAboutTrouble(question);
  return agrees || remark.no || isLong(said) || names || troubles;
}

function answersHowMany({ remark, said }: Exchange): boolean {
  return (
    hasNumber(remark.words) ||
    WITHOUT_FIGURE.test(remark.words) ||
    remark.no ||
    (isLong(said) && !agreesOnly(remark))
  );
}

function answersWithName({ remark }: Exchange): boolean {
  return !namesOnlyTime(remark) && !namesAmount(remark.words);
}

function isLong(said: string): boolean {
  return said.split(/\s+/u).length >= 3;
}

const OPENERS = wordSet(
  'hmm hm um uh actually basically matlab dekhiye dekho suniye suno so well like okay ok i mean you tell me wo woh toh arre',
);

/** More than "actually…" or "dekhiye". */
function hasContent(said: string): boolean {
  return wordsOf(said)
    .split(' ')
    .some((word) => word !== '' && !OPENERS.has(word));
}

/** "Hostel" alone; "do you own the house?" is answered by "rented", too. */
function isLabel(question: string): boolean {
  const topic = topicOf(question);
  return topic !== null && isPlainLabel(question, topic);
}

/** "Tab to lunga", "kal theek rahega" name no amount. */
function agreesOnly({ interested, offersTime, words }: Remark): boolean {
  return interested || offersTime || AGREES_BY_VERB.test(words);
}

/** A remark that answers no question but one of yes or no. */
function isBesideTheQuestion(question: string, remark: Remark): boolean {
  const onlyAsksWho = remark.asksWho && remark.says.length <= 1;
  if (remark.goodbye || onlyAsksWho) return true;
  const isBare = [isBareYes, isBareInterest, isBareInvitation, isBareIdentity].some((test) => test(remark));
  const words = wordsOf(question);
  const approves = ASKS_FOR_A_THING.test(words) && !asksForOpinion(question) && isBareApproval(remark);
  return isBare || approves || onlyRequestsDetails(question, remark) || refusesQuestion(question, remark);
}

/** "Brochure WhatsApp kar dijiye" answers nothing but where to send it. */
function onlyRequestsDetails(question: string, { requestsDetails, says, words, when }: Remark): boolean {
  const hasValue =
    hasFigure(words) || when !== null || answersAhead(question, words) || sharesWord(question, words);
  return requestsDetails && says.length === 1 && !hasValue && topicOf(question) !== 'email';
}

/** "Do teen din mein" is no budget. */
function namesOnlyTime({ when, words }: Remark): boolean {
  return when !== null && wordsOf(when) === words && !hasMoney(words);
}
