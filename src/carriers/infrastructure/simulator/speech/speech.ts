import type { Language } from '../../../../shared-kernel/language';
import bengali from './bengali.json';
import english from './english.json';
import gujarati from './gujarati.json';
import hindi from './hindi.json';
import hinglish from './hinglish.json';
import kannada from './kannada.json';
import malayalam from './malayalam.json';
import marathi from './marathi.json';
import odia from './odia.json';
import punjabi from './punjabi.json';
import { packOf, type Regional } from './regional';
import type { SpeechPack } from './speech-pack';
import tamil from './tamil.json';
import telugu from './telugu.json';

/** A spec compares the files with each other, as no type sees their texts. */
const REGIONAL = { punjabi, marathi, gujarati, bengali, tamil, telugu, kannada, malayalam, odia };
const FULL = { hinglish, hindi, english } as unknown as Readonly<Record<string, SpeechPack>>;

const PACKS = new Map<string, SpeechPack>([
  ...Object.entries(FULL),
  ...Object.entries(REGIONAL as unknown as Readonly<Record<string, Regional>>).map(
    ([language, phrases]) => [language, packOf(phrases)] as const,
  ),
]);

export function speechOf(language: Language): SpeechPack {
  const pack = PACKS.get(language);
  if (!pack) throw new Error(`the simulator has no phrases in ${language}`);
  return pack;
}
