import { topicOf } from './topics';
import { wordsOf } from './words';
import type { Phrases } from './phrases/phrase-pack';

/** A question of the agent, as it is configured and as it is spoken. */
export interface SpokenQuestion {
  readonly question: string;
  readonly spoken: string;
}

/** From so many words on a question is asked in its own words, if it is in the agent's language. */
const OWN_WORDS = 5;

/**
 * The agent's questions as somebody would ask them on the phone: "Preferred course" and "Budget kitna hai?" become
 * whole, polite questions in the agent's language; what is one already is asked in its own words.
 * Questions that come out the same are asked once.
 */
export function spokenQuestions(questions: readonly string[], phrases: Phrases): readonly SpokenQuestion[] {
  const taken = new Set<string>();
  return questions.flatMap((question) => {
    const bare = bareOf(question);
    if (bare === '') return [];
    const natural = naturalForm(bare, phrases);
    const spoken = natural !== null && !taken.has(natural) ? natural : inOwnWords(bare, phrases);
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

/** The language's own way to ask this, unless the question says more than its topic. */
function naturalForm(bare: string, phrases: Phrases): string | null {
  const topic = topicOf(bare);
  const form = topic && phrases.ask[topic];
  if (!form) return null;
  return isAsking(bare, phrases) && bare.split(' ').length >= OWN_WORDS ? null : form;
}

/** How questions that were written about somebody name the one who is now being asked. */
const SOMEBODY = '(?:student|candidate|lead|customer|contact|caller|person|user|prospect)';
const OWNED = new RegExp(`\\b(?:the )?${SOMEBODY}(?:'s|’s)`, 'giu');
const OF_SOMEBODY = new RegExp(`\\bthe (\\w+(?: \\w+)?) of the ${SOMEBODY}\\b`, 'giu');
const ABOUT_SOMEBODY = new RegExp(`\\b(is|does|has) (?:the )?${SOMEBODY}\\b`, 'giu');

function inOwnWords(bare: string, phrases: Phrases): string {
  const addressed = bare
    .replace(OF_SOMEBODY, 'your $1')
    .replace(OWNED, 'your')
    .replace(ABOUT_SOMEBODY, (_, verb: string) => {
      const said = verb.toLowerCase();
      return said === 'is' ? 'are you' : said === 'does' ? 'do you' : 'have you';
    });
  const spoken = startLow(addressed);
  return isAsking(bare, phrases)
    ? phrases.askThis.replace('{q}', () => `${spoken}?`)
    : phrases.askFor.replace('{q}', () => spoken);
}

/** A question comes in the middle of what the agent says; names and abbreviations keep their capital. */
function startLow(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
