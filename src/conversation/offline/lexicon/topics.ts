import { hasMoney, hasNumber } from './amounts';
import { onlyOf, rule, wordSet, wordsOf } from './words';

export type AnswerKind = 'amount' | 'number' | 'time' | 'place' | 'name' | 'yes_no' | 'open';

export type Topic =
  | 'loan'
  | 'scholarship'
  | 'hostel'
  | 'visit'
  | 'decision'
  | 'marks'
  | 'salary'
  | 'budget'
  | 'experience'
  | 'source'
  | 'mode'
  | 'email'
  | 'name'
  | 'qualification'
  | 'course'
  | 'city'
  | 'time'
  | 'size'
  | 'interest';

interface TopicRule {
  readonly kind: AnswerKind;
  readonly about: RegExp;
}

const PERSON =
  '(aap|aapka|apna|your|contact|contacts|customer|customers|student|students|candidate|candidates|lead|leads|caller|callers)';
/** Not the name of a school or a pet. */
const OWN_NAME = new RegExp(
  [
    rule(
      `(${PERSON.slice(1, -1)}|full|poora|first|last) (ka)? (full|poora|first|last|good|shubh)? (naam|name)`,
      `(naam|name) of (the)? ${PERSON}`,
      'kaun bol raha',
    ),
    onlyOf('naam name', 'kya hai please ji bataiye'),
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

const TOPICS: Readonly<Record<Topic, TopicRule>> = {
  loan: { kind: 'yes_no', about: rule('(loan|emi|finance|financing|installment|installments|kist|kishton)') },
  scholarship: { kind: 'yes_no', about: rule('(scholarship|scholarships|chhatravritti)') },
  hostel: { kind: 'yes_no', about: rule('(hostel|accommodation|pg|rehne)') },
  visit: {
    kind: 'yes_no',
    about: rule(
      '(visit|demo|tour)',
      '(meeting|appointment|session|counselling|counseling)',
      'milne (aa|aana)~',
    ),
  },
  decision: {
    kind: 'open',
    about: rule(
      '(decision|faisla|faisle|nirnay|parents|guardian)',
      'decision maker',
      'ghar (wale|walon|walo)',
      'ghar (mein|me) * (kaun|faisla|decide|pooch|baat)~',
    ),
  },
  marks: {
    kind: 'number',
    about: rule('(marks|percent|percentage|score|rank|cgpa|gpa|ank|pratishat|percentile)'),
  },
  salary: { kind: 'amount', about: rule('(salary|income|ctc|vetan|aamdani|आमदनी|kamai|turnover|revenue)') },
  budget: {
    kind: 'amount',
    about: rule(
      '(budget|fees|fee|kharcha|kharch|price|rate|daam|kimat|cost|amount|afford|spend|discount|rent|kiraya|rupaye|rupees|rakam|paisa|paise|investment|invest)',
    ),
  },
  experience: { kind: 'number', about: rule('(experience|anubhav|tajurba)') },
  source: {
    kind: 'open',
    about: rule(
      '(kaise|kahan) * pata',
      '(hear|heard|know|find|found|learn) (out)? (about|of) (us|it|this)',
      'source',
    ),
  },
  mode: {
    kind: 'open',
    about: rule('(online|offline|ऑनलाइन|ऑफ़लाइन|weekend|weekday|regular|distance|classroom|mode|batch)'),
  },
  email: {
    kind: 'open',
    about: rule('(email|ईमेल|mail)', 'e mail', '(whatsapp|phone|mobile|contact) number'),
  },
  name: { kind: 'name', about: OWN_NAME },
  qualification: {
    kind: 'open',
    about: rule(
      '(qualification|education|padhai|background|graduation|degree|shiksha|yogyata|qualified|studied|studying)',
      '(12th|10th|class|twelfth)',
    ),
  },
  course: {
    kind: 'open',
    about: rule(
      '(course|courses|program|programme|branch|stream|specialization|specialisation|subject|vishay)',
    ),
  },
  city: {
    kind: 'place',
    about: rule(
      '(city|shehar|shahar|location|area|place|town|jagah|sthan|address|pata|campus|locality|state|district)',
      '(kahan|where) *',
    ),
  },
  time: {
    kind: 'time',
    about: rule(
      '(kab|when|date|timeline|timing|tareekh|deadline|urgency)',
      '(how soon|by when|time frame)',
      '(kitne|kitni) (din|dino|mahine|der|hafte)',
      '(join|start|joining|starting|shuru|session|intake|possession)',
    ),
  },
  size: {
    kind: 'number',
    about: rule('(kitne|kitni|how many|number of|count|size|bhk|quantity|sankhya|how much|kitna)'),
  },
  interest: { kind: 'yes_no', about: rule('(interested|interest|ruchi|dilchaspi)') },
};

const NAMES = Object.keys(TOPICS) as Topic[];

export function topicOf(text: string): Topic | null {
  const words = wordsOf(text);
  return NAMES.find((name) => TOPICS[name].about.test(words)) ?? null;
}

const BEGINS_YES_NO = rule(
  '(kya|is|are|was|were|do|does|did|can|could|would|will|shall|should|may|has|have|had|any)',
);
const YES_NO = new RegExp(`^${BEGINS_YES_NO.source}`, 'u');
/** "Koi dikkat hai kya?" */
const ENDS_YES_NO = rule(
  '(hai|hain|tha|thi|the|ho|hoga|hogi|honge|chahiye|sakte|sakta|sakti|rahe|raha|rahi) kya',
);
/** "Delivery address sahi hai?": a yes/no question, whatever its topic, as it has no word such as which or when. */
const ENDS_AS_STATEMENT = new RegExp(
  `${rule('(hai|hain|tha|thi|the|hoga|hogi|chahiye|raha hai|rahi hai)').source}$`,
  'u',
);
/** "Raat ki duty kar loge?"; "email bhej denge?" requests a value. */
const ENDS_AS_OFFER = new RegExp(
  `^(?!.*${rule('(bata|bataye|bhej|share|de)').source})(?:.*${rule('(chahenge|chahengi|chahoge|loge|lenge|paoge|payenge|karoge|karenge|aaoge|aayenge|jaoge|jayenge|sakte hain|sakte ho|sakti hain)').source})$`,
  'u',
);
const WHICH = rule(
  '(kya|kab|kahan|kaun|kaunsa|kaunsi|kaunse|kitna|kitni|kitne|kis|kise|kisko|kiske|kaise|kaisa|kaisi|kyun|kyon)',
  '(what|which|when|where|who|whose|how|why)',
);
const KYA = wordsOf('kya').trim();
/** "Kya aap…", "…hai kya": marks a yes/no question. */
const YES_NO_KYA = new RegExp(
  `^ ${KYA} | ${KYA} (?=(?:${[...wordSet('aap aapko aapka aapki main hum abhi ye koi')].join('|')}) )| ${KYA} $`,
  'gu',
);
/** "Kya pata sahi hai?" */
const CONFIRMS = rule('(sahi|theek|thik|correct|right|confirm|same|changed|badla|badli|badal)');
const ASKS_TIME = rule('(kab|when|how soon)', '(kitne|kaun se) baje', 'what time');
const ASKS_NUMBER = rule('(kitne|kitni|how many)');
const ASKS_AMOUNT = rule('(kitna|how much|amount|rakam|rashi)');
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

export function kindOfTopic(topic: Topic): AnswerKind {
  return TOPICS[topic].kind;
}

function endsAsStatement(words: string): boolean {
  return ENDS_AS_STATEMENT.test(words) || ENDS_AS_OFFER.test(words);
}

export function answerKindOf(question: string): AnswerKind {
  const topic = topicOf(question);
  const words = wordsOf(question);
  const byTopic = topic ? TOPICS[topic].kind : null;
  if (!WHICH.test(words) && (CONFIRMS.test(words) || endsAsStatement(words)) && !CHOICE.test(words))
    return 'yes_no';
  if (YES_NO.test(words) && CONFIRMS.test(words)) return 'yes_no';
  if (topic === 'qualification') return 'open';
  if (ASKS_AMOUNT.test(words)) return byTopic === 'number' ? 'number' : 'amount';
  if (ASKS_TIME.test(words)) return 'time';
  if (ASKS_NUMBER.test(words)) return byTopic === 'amount' ? 'amount' : 'number';
  const choice =
    (byTopic === null || byTopic === 'yes_no') &&
    CHOICE.test(words) &&
    !ANY.test(words) &&
    !OR_NOT.test(words);
  if (choice) return 'open';
  // "What is the reason for your visit?"
  if (byTopic === 'yes_no' && asksWhich(question)) return 'open';
  return byTopic ?? (YES_NO.test(words) || ENDS_YES_NO.test(words) ? 'yes_no' : 'open');
}

const COURSES = rule(
  '(mba|mca|bba|bca|btech|mtech|bcom|mcom|bsc|msc|bed|llb|bpharm|nursing|engineering|diploma|phd|pgdm|mbbs)',
  '(b|m) (tech|com|sc|ed|a|pharm|arch)',
  '(computer|data|political|life) science',
  '(hotel|business) management',
  '(fashion|interior|graphic) design',
  '(chartered accountancy|journalism|pharmacy|physiotherapy|agriculture|aviation|animation)',
  '(design|law|nursing|pharmacy|management|medical|commerce|arts) (course|programme|program)',
);
const LIVES = rule(
  '(mein|me) (rehta|rehti|rehte)',
  'se (hoon|hain|belong|bol)',
  '(live|living|based|stay) in',
  '(am|we|im) from',
);

/** Before the question was posed: the remark has the topic and a value of the right kind. */
export function answersAhead(question: string, words: string): boolean {
  const topic = topicOf(question);
  if (!topic) return false;
  if (topic === 'course') return COURSES.test(words);
  if (topic === 'city') return LIVES.test(words);
  const { kind, about } = TOPICS[topic];
  if (!about.test(words) || !hasNumber(words)) return false;
  return kind === 'number' || (kind === 'amount' && hasMoney(words));
}
