import type { Language } from '../../../../shared-kernel/language';
import { BENGALI, ODIA } from './eastern';
import { ENGLISH } from './english';
import { HINDI } from './hindi';
import { HINGLISH } from './hinglish';
import { GUJARATI, MARATHI, PUNJABI } from './northern';
import type { Phrases } from './phrase-pack';
import { KANNADA, MALAYALAM, TAMIL, TELUGU } from './southern';

const BY_LANGUAGE: Readonly<Record<Language, Phrases>> = {
  hinglish: HINGLISH,
  hindi: HINDI,
  english: ENGLISH,
  punjabi: PUNJABI,
  marathi: MARATHI,
  gujarati: GUJARATI,
  bengali: BENGALI,
  tamil: TAMIL,
  telugu: TELUGU,
  kannada: KANNADA,
  malayalam: MALAYALAM,
  odia: ODIA,
};

export function phrasesOf(language: Language): Phrases {
  return BY_LANGUAGE[language];
}
