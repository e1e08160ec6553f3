import { beginsYesNo, type Topic, topicOf } from './topics';
import { rule, wordsOf } from './words';
import type { Phrases } from './phrases/phrase-pack';

export interface SpokenQuestion {
  readonly question: string;
  readonly spoken: string;
}

/** A longer question in the agent's language is posed in its own words. */
const MIN_OWN_WORDS = 5;
/** Words of a text with a question mark that is a question, at least: "Budget?" is a topic. */
const MIN_MARKED_WORDS = 3;
/** Words of a question with "kya" that asks for yes or no, at least: "kya naam hai?" asks for the name. */
const MIN_YES_NO_WORDS = 4;
/** Complete questions that the topic's phrase does not fit: where a flat should be, when to come. */
const OF_OTHER_AIM: Readonly<Partial<Record<Topic, RegExp>>> = {
  city: rule('(chahiye|chahte|chahenge|want|looking|prefer|preferred|like)'),
  time: rule('(aana|aa|aayenge|milna|milenge|dikhana|visit|deliver|delivery|come|meet|available|free)'),
};

/** "Preferred course" becomes a polite question in the agent's language; complete questions stay. */
export function spokenQuestions(questions: readonly string[], phrases: Phrases): readonly SpokenQuestion[] {
  const taken = new Set<string>();
  return questions.flatMap((question) => {
    const bare = bareOf(question);
    if (bare === '') return [];
    const natural = naturalForm(bare, phrases);
    const isQuestion = question.trim().endsWith('?') && bare.split(' ').length >= MIN_MARKED_WORDS;
    const spoken = natural !== null && !taken.has(natural) ? natural : inOwnWords(bare, isQuestion, phrases);
    if (taken.has(spoken)) return [];
    taken.add(spoken);
    return [{ question, spoken }];
  });
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

/** The language's phrase for the topic, unless the question has more than its topic. */
function naturalForm(bare: string, phrases: Phrases): string | null {
  const topic = topicOf(bare);
  const form = topic && phrases.ask[topic];
  if (!form) return null;
  if (!isAsking(bare, phrases)) return form;
  const length = bare.split(' ').length;
  const isOther = OF_OTHER_AIM[topic]?.test(wordsOf(bare)) ?? false;
  const isYesNo = length >= MIN_YES_NO_WORDS && beginsYesNo(bare) && !beginsYesNo(form);
  return isOther || isYesNo || length >= MIN_OWN_WORDS ? null : form;
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
    : phrases.askFor.replace('{q}', () => spoken);
}

/** Mid-sentence; names and abbreviations keep their capital. */
function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
