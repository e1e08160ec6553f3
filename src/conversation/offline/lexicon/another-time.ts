import { answerKindOf } from './answer-kinds';
import { CALL_LATER } from './rules/availability';
import { ASKING } from './rules/replies';
import { timeExpressionIn, wholeTimeIn } from './time-expression';
import { anyOf, rule } from './rule';
import { wordSet, wordsOf } from './words';
import { requestsWait } from './waits';

const DO =
  '(karna|kariye|kariyega|karo|karein|kijiye|kijiyega|kar lena|kar lijiye|kar lijiyega|kar lo|kar dena|kar dijiye|lagana|milana|milao|lagao)';

/** "10 minute mein phone karo", "ping me at six". */
const CALLING = rule(
  `(call|phone|baat|contact|try|ring|sampark|message) (back|pe|par|hi|toh)? ${DO}`,
  '(call|phone|baat) (karta|karti|karunga|karungi) (hoon|hai)?',
  '(give|gimme|dijiye|dedo|do) (me|us|mujhe)',
  '(call|phone|baat) (karte|karenge|karein|ho|kar sakte) (hain|hai|sakti|sakta|jaye|payegi)?',
  '(call|ring|ping|buzz|phone|try|contact|reach|catch|speak|talk|connect) (me|us|him|her|back|again|to|with|after|at|on|in|around|by|next|tomorrow)',
);
/** "Around eight would be better", "shaam ko free hoon". */
const SUITS = rule(
  '(would|will|should|might) (be)? (better|good|fine|ok|okay|best|great|do|work|suit)',
  '(tomorrow|later|evening|morning|afternoon|day|weekend) (please|would|is|will be|works|suits)',
  '(works|suits|is better|is fine|is good|is best|is okay)',
  '(theek|thik|sahi|achha|behtar) (rahega|rahegi|hoga|hogi)',
  '(free|khali|available) (hoon|rehta|rehti|rahunga|rahungi|hounga|ho|hota|hoti|hunga|hungi|hain|rahenge|milunga|milungi)~',
  '(ill|i will|i am|im|well|we) (be)? (be|am|get|usually|are)? (free|available|home|reachable)',
  '(can|could|shall|may) (we|you|i) (do|have|call|talk|speak|try)',
);
/** "You called me yesterday", "I donated last month", "din mein teen baar call karte ho". */
const PAST = rule(
  '(called|rang|baar|times|chauthi|teesri|doosri)',
  '(last|previous|pichle|pichli) (week|month|year|night|hafte|mahine|saal)',
  '(day|days|week|weeks|month|months|year|years) ago',
  '(din|dino|hafte|mahine|saal) pehle',
  '(call|phone|baat) (kiya|ki|aaya|aayi|aata|aate|aati|kar rahe|karte ho|karte rehte)',
);
/** "Do minute hi hain": how long the contact has, not when. */
const DURATION = rule(
  '(minute|minutes|min) (only|hi|max|maximum|hain|hai) (hain|hai)?',
  '(only|just|sirf|bas) … (minute|minutes|min)',
);
/** "Jab zaroorat hogi main khud call kar lunga". */
const IF_NEEDED = rule(
  '(zaroorat|jarurat|need|avashyakta|mann|mood|plan|irada) … (hogi|hoga|hui|hua|padegi|padi|bana|banega|bane)',
  '(jab|agar|kabhi) (bhi)? * (hoga|hogi|hua|hui|lagega|lagegi|padegi|karna hoga|lena hoga)',
  '(if|when|whenever) (i|we|there) (is|am|are|ever|do|have|really)? (need|want|require|interested|anything|feel|plan)',
  '(khud|apne aap) (hi|se|aapko)? (call|phone|contact|sampark|bata) (kar|karunga|karungi|karenge|lunga|lungi|denge|dunga)',
);
const DO_IT = rule(`(ko|hi|tab|pe|par)? (aap|mujhe|phir|hi)? ${DO}`).within('^');

export interface AnotherTime {
  readonly callLater: boolean;
  readonly offersTime: boolean;
  readonly when: string | null;
}

export function anotherTimeIn(sentences: readonly string[]): AnotherTime {
  const parts = sentences.map(timedPart);
  const wishing = parts.find(({ calls, suits, when }) => (calls || suits) && when !== null);
  return {
    callLater: parts.some(({ calls }) => calls),
    offersTime: parts.some(({ suits }) => suits),
    when: wishing ? whenToCall(wishing) : longest(parts.map(({ when }) => when)),
  };
}

interface TimedPart {
  readonly text: string;
  readonly calls: boolean;
  readonly suits: boolean;
  readonly when: string | null;
}

function timedPart(sentence: string): TimedPart {
  const words = wordsOf(sentence);
  const text = withoutRefusedTimes(sentence);
  const when = timeToCallIn(text);
  const ownCall = IF_NEEDED.test(words);
  const timed = when !== null && !ownCall && !PAST.test(words);
  return {
    text,
    calls: !ownCall && (CALL_LATER.test(words) || (timed && (CALLING.test(words) || doneThen(words, when)))),
    suits:
      timed && !DURATION.test(words) && (SUITS.test(words) || (onlyTime(words, when) && !ASKING.test(words))),
    when,
  };
}

/** "Ek min, boss aa gaya" is no time. */
const MOMENT = rule('(ek|one|a|half|1) (minute|min|mint|second|sec)').within('^', '$');

function timeToCallIn(text: string): string | null {
  const when = timeExpressionIn(text);
  return when === null || MOMENT.test(wordsOf(when)) ? null : when;
}

const BESIDE_TIME = wordSet('haan ji sir madam bhai maybe shayad ok okay please bas to kijiye karna ko');

/** "Abhi office mein hoon, 6 baje ke baad": a clause that is nothing but a time. */
export function timeAloneIn(text: string): string | null {
  const clauses = text.split(CLAUSE);
  const times = clauses.slice(1).map((clause) => {
    const when = timeToCallIn(clause);
    const others = when === null ? '' : wordsOf(clause.replace(when, '')).trim();
    return others.split(' ').every((word) => word === '' || BESIDE_TIME.has(word)) ? when : null;
  });
  return times.find((when) => when !== null) ?? null;
}

/** "Don't call at night", "raat ko mat karna": that is no time to call. */
const REFUSED_TIME = anyOf(
  rule('(dont|do not|never|not to) (call|contact|ring|phone|message|disturb) (me|us)? * *').within('', '$'),
  rule('(mat|na) (karna|karo|kariye|kariyega|karein|kijiye|kijiyega|lagana)').within('', '$'),
);

function withoutRefusedTimes(sentence: string): string {
  const clauses = sentence.split(CLAUSE);
  const open = clauses.filter((clause) => !REFUSED_TIME.test(wordsOf(clause)));
  return open.length === clauses.length ? sentence : open.join(', ').trim();
}

/** "Maybe around eight": a time and at most two words more. */
function onlyTime(words: string, when: string): boolean {
  return !requestsWait(words) && words.trim().split(' ').length - wordsOf(when).trim().split(' ').length <= 2;
}

/** "Kal subah karna": the request follows right after the time. */
function doneThen(words: string, when: string): boolean {
  const time = wordsOf(when);
  return DO_IT.test(words.slice(words.indexOf(time) + time.length - 1));
}

const CLAUSE = /(?:,|;| but | lekin | magar | par (?=\S+ \S+ \S+)| लेकिन | मगर | पर (?=\S+ \S+ \S+))/u;

/** "Kal exam hai, parso shaam ko call karna": the time of the clause that requests the call. */
function whenToCall(part: TimedPart): string | null {
  const clauses = part.text.split(CLAUSE);
  if (clauses.length === 1) return wholeTimeIn(part.text);
  const own = clauses.map(timedPart).findLast(({ calls, suits, when }) => (calls || suits) && when !== null);
  // "In the evening, after seven" is one time across a comma.
  const isWhole = own === undefined || own.when === null || part.when?.includes(own.when);
  return wholeTimeIn(isWhole ? part.text : own.text);
}

function longest(times: readonly (string | null)[]): string | null {
  return times.reduce((best, time) => ((time?.length ?? 0) > (best?.length ?? 0) ? time : best), null);
}

const OWN_CALL = rule('(khud|apne|call|contact|sampark|phone|touch|reach|bata|batayenge|ping)~');

export function callsIfNeeded(words: string): boolean {
  return IF_NEEDED.test(words) && OWN_CALL.test(words);
}

const CALLS = rule('(call|phone|ring|baat|talk|speak|contact|sampark|try|message|ping)~');

/** "Maybe next year" answers "when will you move?", "call me next year" does not. */
export function wantsCallLater(
  { callLater, when, words }: AnotherTime & { words: string },
  question: string | null,
): boolean {
  const answers = question !== null && answerKindOf(question) === 'time' && when !== null;
  return callLater && !(answers && !CALLS.test(words));
}
