import { ASKING, NO } from './rules/replies';
import { onlyOf, rule } from './rule';
import { alternatives, wordSet, wordsOf } from './words';

export function sentencesOf(text: string): readonly string[] {
  // "At 5 p.m. tomorrow" is one sentence, "At 5 p.m. Thank you" are two.
  return (text.match(/[^.!?।]+(?:\.(?=\S|(?<=\b[apAP]\.[mM]\.)\s+\p{Ll})[^.!?।]*)*[.!?।]*/gu) ?? [])
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Dots or a dash: the speaker had more to say. */
export function trailsOff(text: string): boolean {
  return /(?:\.\.|[…—–-])$/u.test(text.trimEnd());
}

/** "Sir", "ji" behind a question. */
const VOCATIVES = `(?: (?:${alternatives('sir ji bhai bhaiya madam mam maam na abhi exactly aapki aapka aapke yahan wahan paas iske uske iska uska')}))* `;
/** "Fees kitni hai": speech recognition often omits the question mark. */
const ENDS_ASKING = new RegExp(
  ` (?:${alternatives('kitni kitna kitne kab kahan kaise kaisa kaisi kaunsa kaunsi kya')})(?: [^\\s|]+){0,3} (?:${alternatives(
    'hai hain ho hoga hogi honge bataya bola kaha ki kiya lagega lagegi lagenge milega milegi milenge rahega rahegi hua hui doge denge loge karoge karenge aaoge aayega aayegi',
  )})${VOCATIVES}$| [^\\s|]+ (?:${alternatives('kya kyun')})${VOCATIVES}$`,
  'u',
);
const LEAD = `(?: (?:${alternatives('haan ha ji yes yeah ok okay but so and par lekin achha to hello hi sir really oh wow hmm arre')}))*`;
/** At the start of a sentence that ends without any mark, as speech recognition and hurried typing give it. */
const BEGINS_ASKING = new RegExp(
  `^${LEAD}(?:${
    rule(
      '(what|how|when|where|why|who) (is|are|do|does|did|will|can|would|much|many|long|about|soon|far)',
      '(whats|whos|hows|wheres|whens|whys) (the|your|my|this|that|it|in|included|going|calling|speaking)',
      '(which|what) * (are|is|do|did|does) (you|it|this|that|they|we)',
      'which * (will|can|should|would)',
      '(kitna|kitni|kitne|kaun si|kaun sa|kaun se)',
      'kya (hota|hoti|hote) (hai|hain)',
      '(kyun|kyon|kisliye) (pooch|puch|chahiye|jaanna|bataun|batau)',
      '(aapko|tumko|tumhe|apko) (isse|us se)? kya (matlab|karna|lena)',
      '(aapko|tumko|tumhe|apko|ye|yeh) (kyun|kyon)',
      '(wo|woh|ye|yeh) kya (hota|hoti|hai|hain)',
      '(kaunsa|kaunsi|kis) * (baat|bol|pooch|puch) (kar)? (rahe|rahi) (ho|hain)',
      '(do|does|is|are|can|could|will|would) (you|it|there|i|we|they|the|this|your|that|my)',
      // "Is" is Hindi for "this" as well.
      'is (breakfast|lunch|dinner|food|parking|delivery|installation|transport|wifi|gst|insurance|pickup) (included|free|available|extra|provided)',
      '(kitna|kitni|kitne|kab|kahan|kaise|kyun|kyon) (hona|hoga|hogi|tak|se|lagta|lagti|lagega|milta|milega|milti|aata|padega|padta|chahiye|hai)',
    ).source
  }| ${alternatives('kya')} \\S+ \\S+ | (?:${alternatives('kaunsa kaunsi kaunse')}) (?!bhi )\\S+ $)`,
  'u',
);

/** "Pehle rate batao", "fees bata dijiye". */
const ASKS_TO_TELL = rule(
  'pehle * (batao|bataiye|bata|bolo|boliye)',
  '(tell|give) me (the|your|about the)? (price|prices|fees|fee|cost|rate|rates|charges|timing|timings|address)',
  '(fees|fee|rate|price|kharcha|daam|kimat|timing|address|discount|package) (toh|to|ji|zara|pehle)? (batao|bataiye|bata)',
);

/** "Booking confirm hui ki nahi". */
const OR_NOT = rule('(hai|hain|hui|hua|hoga|hogi|milega|milegi|sakta|sakti|sakte) (ki|ya) nahi').within(
  '',
  '$',
);

/** "Discount milega": a statement would say to whom, or when. */
const ENDS_WITH_GET = new RegExp(
  `^(?! (?:${alternatives('haan ha ji yes mujhe hame humein usko unko')}) )(?!.* (?:\\d\\S*|${alternatives('kal parso tareekh mahine hafte din baje lakh hazaar salary pension kiraya')}) ).* (?:${alternatives('milega milegi milenge')}|(?:${alternatives('milta milti milte')}) ${alternatives('hai')})${VOCATIVES}$`,
  'u',
);

/** "OTP to nahi maangoge", "ghar se nahi ho sakta kya": questions with a "nahi". */
const ASKS_WITH_NO = new RegExp(
  ` (?:[^\\s|]{2,}oge|(?:${alternatives('sakta sakti sakte payega payegi hoga hogi milega milegi')}) ${alternatives('kya')})${VOCATIVES}$`,
  'u',
);

/** "Jab aap bologe" leaves the time to the agent. */
const RELATIVE = rule('(jab|jo|jaise|jahan|jidhar|jitna|jitni|jitne|jis|jisko)');
const WHICHEVER = rule('(kitna|kitni|kitne|kaun sa|kaun si|kaun se) bhi');

const ONLY_WHY = onlyOf('why kyun kyon kisliye', 'ji arre par but lekin bhai sir madam haan');

/** A contact's question. "Pata nahi kitna hoga" is none. */
export function isQuestion(sentence: string): boolean {
  const words = wordsOf(sentence);
  if (sentence.endsWith('?') || OR_NOT.test(words) || ONLY_WHY.test(words)) return true;
  const isUnmarked = !/[.!।]$/u.test(sentence);
  if (isUnmarked && !RELATIVE.test(words)) {
    if (ASKS_WITH_NO.test(words) || (ENDS_WITH_GET.test(words) && !NO.test(words))) return true;
  }
  const asks =
    ENDS_ASKING.test(words) || ASKS_TO_TELL.test(words) || (isUnmarked && BEGINS_ASKING.test(words));
  return asks && !NO.test(words) && !WHICHEVER.test(words);
}

const CONDITION = rule('(agar|yadi|jab|jaise|kya|if|when|is|are|do|does|can|could|would|will)').within('^');
const AND_YOU = onlyOf('you aap aapka aapki', 'and aur what how about');
const ASKS_AT_END = new RegExp(`(?:${wordsOf('kya').trimEnd()}| na| right) $`, 'u');

/** Sentences, with what is stated before a question apart: "MBA karna hai," and "fees kitni hai?". */
export function clausesOf(text: string): readonly string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const comma = isQuestion(sentence) ? sentence.lastIndexOf(',') : -1;
    if (comma < 0) return [sentence];
    const [stated, question] = [sentence.slice(0, comma + 1), sentence.slice(comma + 1).trim()];
    const isApart = isStatement(wordsOf(stated)) && asks(wordsOf(question));
    return isApart || AND_YOU.test(wordsOf(question)) ? [stated, question] : [sentence];
  });
}

/** "Lekin," and "sorry sir," state nothing. */
const LEADING_WORDS = wordSet(
  `haan ha ji yes yeah ok okay but so and par lekin magar achha to hello hi sir really oh wow hmm arre sorry matlab
   actually bhai madam theek hai`,
);

function isStatement(words: string): boolean {
  const begins = CONDITION.test(words);
  const states = words
    .trim()
    .split(' ')
    .some((word) => word !== '' && !LEADING_WORDS.has(word));
  return states && !begins && !ASKING.test(words);
}

function asks(words: string): boolean {
  return (
    ASKING.test(words) || CONDITION.test(words.replace(/^ (?:and|aur) /u, ' ')) || ASKS_AT_END.test(words)
  );
}
