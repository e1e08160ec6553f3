import type { Language } from '../../../../shared-kernel/language';
import { rule } from '../rule';
import bengali from './bengali.json';
import english from './english.json';
import gujarati from './gujarati.json';
import hindi from './hindi.json';
import hinglish from './hinglish.json';
import kannada from './kannada.json';
import malayalam from './malayalam.json';
import marathi from './marathi.json';
import odia from './odia.json';
import type { Phrases } from './phrase-pack';
import punjabi from './punjabi.json';
import tamil from './tamil.json';
import telugu from './telugu.json';

/** `asking` is a rule of folded words, or the script of a language whose questions end with a question mark. */
interface PhraseFile {
  readonly asking: string | readonly string[];
}

const FILES: Readonly<Record<Language, PhraseFile>> = {
  hinglish,
  hindi,
  english,
  punjabi,
  marathi,
  gujarati,
  bengali,
  tamil,
  telugu,
  kannada,
  malayalam,
  odia,
};

const BY_LANGUAGE = new Map(Object.entries(FILES).map(([language, file]) => [language, phrasesFrom(file)]));

export function phrasesOf(language: Language): Phrases {
  const phrases = BY_LANGUAGE.get(language);
  if (!phrases) throw new Error(`there are no phrases in ${language}`);
  return phrases;
}

/** A spec compares the files with each other, as no type sees their texts. */
function phrasesFrom({ asking, ...texts }: PhraseFile): Phrases {
  const matcher: Phrases['asking'] = typeof asking === 'string' ? questionIn(asking) : rule(...asking);
  return { ...(texts as Omit<Phrases, 'asking'>), asking: matcher };
}

function questionIn(script: string): RegExp {
  return new RegExp(`^[^\\p{Script=${script}}]*\\p{Script=${script}}.*\\?$`, 'u');
}
