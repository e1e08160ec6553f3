import { type Remark, soundsAsking } from './remark';
import { sentencesOf } from './sentences';
import { answerKindOf, asksWhich, beginsYesNo } from './answer-kinds';
import { ASKS_PERMISSION, lastQuestionIn, offersOnly, offersToAct, WANTED } from './offers';
import { topicOf } from './topics';
import { timeExpressionIn } from './time-expression';
import { anyOf, rule } from './rule';
import { wordsOf } from './words';

const STOP_WORDS = new Set(
  wordsOf(
    `aap aapka aapki aapke aapko aapne ka ki ke ko se hai hain ho kya kab kaun kaunsa kaunsi kitna kitni kitne kis kahan
     kaise mein me par aur ya ye yeh wo toh bhi tak liye hoga hogi chahiye chahte karna the a an is are was of to in for
     on at do does did you your i we our what which when where who how many much would will could can have has any and or
     it this that be please tell me us about student candidate lead customer contact preferred current आप का की के`,
  )
    .trim()
    .split(' '),
);

const CALL_TIME = rule(
  '(kab|kis|kitne|kaunse|when|what|which) (samay|time|baje)? * (call|phone|baat|talk|speak)',
  '(ਕਦੋਂ|ક્યારે|কখন) *',
  'केव्हा * फोन',
  '(kab|kitne baje) (tak|ko)? * (aayenge|aayengi|aaenge|aaengi|lautenge|lautengi|milenge|milengi)',
  '(when|what time) * * (call|phone|talk|speak)',
  'when * (back|return|available|home|free)',
  '(wo|papa|mummy|beta|bhaiya|didi|unse|unka|he|she|sir|madam|dadaji) * (kab|kitne baje|when)',
);

export function asksWhenToCall(text: string): boolean {
  return text.includes('?') && CALL_TIME.test(wordsOf(text));
}

const REPAIR = rule(
  '(hello|hallo|helo|sorry|pardon|suna|sun|sunai|awaaz|aawaz|hear|there|audible|line|phir|dobara|repeat|again|kya kaha|samjha|samajh|ab aa|better now)',
);

/** "Sorry?", "hello, are you there?" leave the pending question pending. */
export function onlyRepairs(text: string): boolean {
  const asked = wordsOf(lastQuestionIn(text));
  return REPAIR.test(asked) || asked.trim().split(' ').length < 2;
}

const MIN_SIMILARITY = 0.59;
const SAME_TOPIC = 0.7;
const MIN_SHARE = 0.4;

export interface KnownQuestion {
  readonly question: string;
  readonly spoken: string | null;
}

/** Matches the spoken form, or else topic and shared words; null when no question is similar enough. */
export function questionAskedIn(text: string, known: readonly KnownQuestion[]): number | null {
  const low = text.toLowerCase();
  const exact = known.findIndex(
    ({ question, spoken }) =>
      (spoken !== null && low.includes(spoken.toLowerCase())) ||
      (question.trim().endsWith('?') && low.includes(question.trim().toLowerCase())),
  );
  if (exact >= 0) return exact;
  const asking = sentencesOf(text).filter((part) => part.endsWith('?'));
  // Speech recognition often omits the question mark.
  const sentence = asking.at(-1) ?? (soundsAsking(wordsOf(text)) ? text : null);
  if (sentence === null || ASKS_PERMISSION.test(wordsOf(sentence)) || asksWhenToCall(sentence)) return null;
  const offers = offersOnly(sentence);
  const isYesNo = asksYesOrNoOnly(sentence);
  let best: number | null = null;
  let most: number = MIN_SIMILARITY;
  known.forEach(({ question }, at) => {
    if ((offers || (isYesNo && asksWhich(question))) && answerKindOf(question) !== 'yes_no') return;
    const score = similarity(question, sentence, offers && !WANTED.test(wordsOf(question)));
    if (score > most) [best, most] = [at, score];
  });
  return best;
}

const REQUESTS = rule('(tell|share|give|say|bata|batao|bataye|bataiye|let)~');

/** "Can you pay this week?" is not "when will you pay?". */
function asksYesOrNoOnly(sentence: string): boolean {
  const asks = beginsYesNo(sentence) && !asksWhich(sentence) && !REQUESTS.test(wordsOf(sentence));
  return asks || offersToAct(sentence);
}

/** "How are you?", "what have you decided?": a refusal may reply to them. */
const OF_NO_WISH = rule(
  'how are (you|things)',
  '(kaise|kaisi) (ho|hain|hai)',
  '(vichar|khayal|irada|plan|socha|decide|decided|think)',
);

const OPEN = anyOf(
  rule('(any|koi) (question|questions|doubt|doubts|query|queries|sawaal)'),
  rule('(bataiye|kahiye|boliye|batao)').within('', '$'),
);

/** "How can I help you?", "do you have any questions?": what the contact replies is neither a refusal nor an excuse. */
export function asksOpenly(text: string): boolean {
  const question = lastQuestionIn(text);
  const words = wordsOf(question);
  if (OPEN.test(words)) return true;
  const asksOther = OF_NO_WISH.test(words) || asksWhenToCall(question);
  return asksWhich(question) && answerKindOf(question) === 'open' && !asksOther;
}

const REASON = rule('(know|ask) (the|your) reason', '(wajah|karan|reason) (jaan|pooch|bata)~');

/** "May I know the reason?" */
export function asksForReason(text: string): boolean {
  return REASON.test(wordsOf(lastQuestionIn(text)));
}

/** "When shall we send our team?" */
export function asksForTime(text: string): boolean {
  const question = lastQuestionIn(text);
  return asksWhich(question) && answerKindOf(question) === 'time' && !asksWhenToCall(question);
}

const CALLS_OR_NOW = rule('(call|phone|baat|talk|speak|sampark)~', '(abhi|now|minute|minutes|moment|second)');

/** "Your EMI is due", "aapka parcel aaj deliver hona hai". */
const DATED = rule(
  '(emi|installment|kist|payment|premium|bill|due|baaki|appointment|booking|delivery|deliver|delivered|parcel|order|pickup|interview|visit|renewal)',
);

/** The same, "would Tuesday suit you?", or a date: a time answers it, and is no wish to be called then. */
export function acceptsTime(text: string): boolean {
  const question = lastQuestionIn(text);
  if (question === '') return DATED.test(wordsOf(text));
  if (asksWhich(question)) return asksForTime(text);
  return timeExpressionIn(question) !== null && !CALLS_OR_NOW.test(wordsOf(question));
}

function contentOf(question: string): string[] {
  const words = wordsOf(question).trim().split(' ');
  return words.filter((word) => word !== '' && !STOP_WORDS.has(word));
}

/** "Ghar bhej do" to "pickup karenge ya ghar bhejein?". */
export function sharesWord(question: string, words: string): boolean {
  return contentOf(question).some((word) => words.includes(` ${word} `));
}

/** "Kal kar dunga" to the statement "aapki EMI baaki hai" answers "kab tak kar denge?", which need not be posed. */
export function answersUnposed(statement: string, question: string, remark: Remark): boolean {
  if (statement === '' || statement.includes('?')) return false;
  const known = wordsOf(statement);
  const own = contentOf(question).filter((word) => !known.includes(` ${word} `));
  if (!own.some((word) => remark.words.includes(` ${word} `))) return false;
  const kind = answerKindOf(question);
  return kind === 'yes_no' ? remark.yes || remark.no : kind === 'time' && remark.when !== null;
}

/** @param needsWords an offer and a question on its topic differ ("loan chahiye?", "koi loan chal raha hai?") */
function similarity(question: string, sentence: string, needsWords: boolean): number {
  const words = wordsOf(sentence);
  const content = contentOf(question);
  const shared = content.filter((word) => words.includes(` ${word} `)).length;
  const topic = topicOf(question);
  const share = content.length === 0 ? 0 : shared / content.length;
  const isSame = topic !== null && topic === topicOf(sentence) && (!needsWords || share >= MIN_SHARE);
  return (isSame ? SAME_TOPIC : 0) + share;
}
