import { ENGLISH } from './english';
import { HINDI } from './hindi';
import { HINGLISH } from './hinglish';
import { BENGALI, GUJARATI, MARATHI, ODIA, PUNJABI } from './northern';
import { KANNADA, MALAYALAM, TAMIL, TELUGU } from './southern';
import type { SpeechPack } from './speech-pack';
import type { Language } from '../../../../shared-kernel/language';

const PACKS: Readonly<Record<Language, SpeechPack>> = {
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

export function speechOf(language: Language): SpeechPack {
  return PACKS[language];
}
