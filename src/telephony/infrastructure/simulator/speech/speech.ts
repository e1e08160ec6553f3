import { ENGLISH } from './english';
import { HINDI } from './hindi';
import { HINGLISH } from './hinglish';
import { BENGALI, GUJARATI, MARATHI, ODIA, PUNJABI } from './northern';
import { KANNADA, MALAYALAM, TAMIL, TELUGU } from './southern';
import type { SpeechPack } from './speech-pack';
import { own } from '../../../../platform/kernel/own';

const PACKS: Readonly<Record<string, SpeechPack>> = {
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

const BY_CODE: Readonly<Record<string, string>> = {
  hi: 'hindi',
  en: 'english',
  pa: 'punjabi',
  mr: 'marathi',
  gu: 'gujarati',
  bn: 'bengali',
  ta: 'tamil',
  te: 'telugu',
  kn: 'kannada',
  ml: 'malayalam',
  or: 'odia',
};

/** The contact's language for an agent's setting; Hinglish for an unknown one. */
export function contactLanguage(setting: string | null): string {
  const name = (setting ?? '').toLowerCase();
  const known = Object.hasOwn(PACKS, name) ? name : own(BY_CODE, name.split(/[-_]/u)[0] ?? '');
  return known ?? 'hinglish';
}

export function speechOf(language: string): SpeechPack {
  return own(PACKS, language) ?? HINGLISH;
}
