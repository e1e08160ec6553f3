import { hasMoney, hasNumber } from './amounts';
import { OTHER_LANGUAGES } from './rules/other-languages';
import { anyOf, onlyOf, type Rule, rule } from './rule';
import { wordsOf } from './words';

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
  readonly about: Rule;
}

const PERSON =
  '(aap|aapka|apna|your|contact|contacts|customer|customers|student|students|candidate|candidates|lead|leads|caller|callers)';
/** Not the name of a school or a pet. */
const OWN_NAME = anyOf(
  rule(
    `(${PERSON.slice(1, -1)}|full|poora|first|last) (ka)? (full|poora|first|last|good|shubh)? (naam|name)`,
    `(naam|name) of (the)? ${PERSON}`,
    'kaun bol raha',
  ),
  onlyOf('naam name', 'kya hai please ji bataiye'),
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
      OTHER_LANGUAGES.fees,
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
      '(course|courses|program|programme|stream|specialization|specialisation|vishay)',
      // The branch of a bank is no course.
      '(which|what|kaunsi|kaunsa|preferred|engineering) (branch|subject)',
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

export function kindOfTopic(topic: Topic): AnswerKind {
  return TOPICS[topic].kind;
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
