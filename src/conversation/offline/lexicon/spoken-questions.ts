import { answerKindOf, beginsYesNo } from './answer-kinds';
import { kindOfTopic, type Topic, topicOf } from './topics';
import { rule } from './rule';
import { wordSet, wordsOf } from './words';
import type { Phrases } from './phrases/phrase-pack';
import { phrasesOf } from './phrases/phrases';

export interface SpokenQuestion {
  readonly question: string;
  readonly spoken: string;
}

/** A longer question in the agent's language is posed in its own words. */
const MIN_OWN_WORDS = 5;
/** Words of a text with a question mark that is a question, at least: "Blood group?" is a topic. */
const MIN_MARKED_WORDS = 3;
/** Words of plain labels: a question of these alone means the same as the language's phrase for the topic. */
const LABELS: Readonly<Partial<Record<Topic, ReadonlySet<string>>>> = {
  loan: wordSet('loan emi'),
  scholarship: wordSet('scholarship chhatravritti'),
  hostel: wordSet('hostel accommodation'),
  visit: wordSet('visit campus'),
  decision: wordSet('decision maker faisla faisle nirnay'),
  marks: wordSet('marks percent percentage'),
  salary: wordSet('salary income vetan aamdani'),
  budget: wordSet('budget'),
  experience: wordSet('experience anubhav'),
  source: wordSet('source'),
  mode: wordSet('mode online offline'),
  email: wordSet('email mail e phone mobile whatsapp contact number'),
  name: wordSet('naam name'),
  qualification: wordSet('qualification education padhai shiksha'),
  course: wordSet('course courses program programme naam name'),
  city: wordSet('city shehar town'),
  time: wordSet('join joining start starting shuru timeline'),
  interest: wordSet('interest interested'),
};
/** "When did the pain start?" does not ask when to begin, "is the loan approved?" not whether one is needed. */
const OF_MANY_AIMS: ReadonlySet<Topic> = new Set([
  'time',
  'visit',
  'mode',
  'name',
  'source',
  'loan',
  'scholarship',
  'hostel',
]);
/** "Kab se hai?" is about the past. */
const SINCE = rule('kab se', 'since');
const NEUTRAL = wordSet(
  `preferred current full total monthly approx lagbhag date time needed required wanted interested chahiye
   aap aapka aapki aapke aapko apna apni poora the a an of to for in by from you your me may i have please
   which what when where how much many kya kab tak kitna kitni kitne kis kaun kaunsa kaunsi kahan hai hain se ka ki ke ko
   is are does do did will would want like live need contact contacts student students candidate candidates customer customers lead leads
   years lakhs ya or bataiye`,
);

/** "Preferred course" becomes a polite question in the agent's language; complete questions stay. */
export function spokenQuestions(questions: readonly string[], phrases: Phrases): readonly SpokenQuestion[] {
  const taken = new Set<string>();
  return questions.flatMap((question) => {
    const bare = bareOf(question);
    if (bare === '') return [];
    const natural = naturalForm(bare, phrases);
    const isQuestion = question.trim().endsWith('?') && isMarkedQuestion(bare);
    const spoken = natural !== null && !taken.has(natural) ? natural : inOwnWords(bare, isQuestion, phrases);
    if (taken.has(spoken)) return [];
    taken.add(spoken);
    return [{ question, spoken }];
  });
}

/** "Van chahiye?", "Has he paid?" */
function isMarkedQuestion(bare: string): boolean {
  const words = bare.split(' ').length;
  return (
    words >= MIN_MARKED_WORDS || (words > 1 && topicOf(bare) === null && answerKindOf(bare) === 'yes_no')
  );
}

/** Without list marks, hints in brackets and closing marks; `preferred_course` as words. */
function bareOf(question: string): string {
  return question
    .replace(/\([^()]*\)|\[[^[\]]*\]/gu, ' ')
    .replace(/^[\s\d]*[-*.:)]+\s+/u, '')
    .replace(/_/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/(?<![\s?.:;,!।-])[\s?.:;,!।-]+$/u, '')
    .trim();
}

function isAsking(bare: string, { asking }: Phrases): boolean {
  return asking.test(wordsOf(bare)) || asking.test(`${bare}?`);
}

/** The language's phrase for a topic, unless the question has another aim ("kitna loan chahiye?"). */
function naturalForm(bare: string, phrases: Phrases): string | null {
  const topic = topicOf(bare);
  const form = topic && phrases.ask[topic];
  if (!form || answerKindOf(bare) !== kindOfTopic(topic)) return null;
  if (SINCE.test(wordsOf(bare))) return null;
  if (!isPlainLabel(bare, topic) && !isForeign(bare, topic, phrases)) return null;
  const isComplete = isAsking(bare, phrases) && bare.split(' ').length >= MIN_OWN_WORDS;
  return isComplete || (beginsYesNo(bare) && !beginsYesNo(form)) ? null : form;
}

/** A question in another language than the agent's is posed in the agent's. */
function isForeign(bare: string, topic: Topic, phrases: Phrases): boolean {
  if (isAsking(bare, phrases) || OF_MANY_AIMS.has(topic)) return false;
  return [phrasesOf('english'), phrasesOf('hinglish')].some((others) => isAsking(bare, others));
}

/** Nothing but the topic's name: "Hostel", "preferred course". "Kab tak chahiye?" names no topic. */
export function isPlainLabel(bare: string, topic: Topic): boolean {
  const words = wordsOf(bare).trim().split(' ');
  const names = (word: string): boolean => LABELS[topic]?.has(word) === true;
  if (words.length >= MIN_MARKED_WORDS && !words.some(names)) return false;
  return words.every((word) => NEUTRAL.has(word) || names(word));
}

/** How questions written about a contact refer to it; the agent says "you". */
const SOMEBODY = '(?:student|candidate|lead|customer|contact|caller|person|user|prospect)';
const OWNED = new RegExp(`\\b(?:the )?${SOMEBODY}(?:'s|’s)`, 'giu');
const OF_SOMEBODY = new RegExp(`\\bthe (\\w+(?: \\w+)?) of the ${SOMEBODY}\\b`, 'giu');
const ABOUT_SOMEBODY = new RegExp(`\\b(is|does|has) (?:the )?${SOMEBODY}\\b`, 'giu');

function inOwnWords(bare: string, isQuestion: boolean, phrases: Phrases): string {
  const addressed = bare
    .replace(OF_SOMEBODY, 'your $1')
    .replace(OWNED, 'your')
    .replace(ABOUT_SOMEBODY, (_, verb: string) => {
      const said = verb.toLowerCase();
      return said === 'is' ? 'are you' : said === 'does' ? 'do you' : 'have you';
    });
  const spoken = lowerFirst(addressed);
  return isQuestion || isAsking(bare, phrases)
    ? phrases.askThis.replace('{q}', () => `${spoken}?`)
    : phrases.askFor.replace('{q}', () => spoken).replace(/\byour your\b/u, 'your');
}

/** Mid-sentence; names and abbreviations keep their capital. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
