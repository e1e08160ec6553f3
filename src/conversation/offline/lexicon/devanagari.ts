import { normalize } from '../../../platform/kernel/text';
import { own } from '../../../platform/kernel/own';

const CONSONANTS: Readonly<Record<string, string>> = {
  क: 'k',
  ख: 'kh',
  ग: 'g',
  घ: 'gh',
  ङ: 'n',
  च: 'ch',
  छ: 'chh',
  ज: 'j',
  झ: 'jh',
  ञ: 'n',
  ट: 't',
  ठ: 'th',
  ड: 'd',
  ढ: 'dh',
  ण: 'n',
  त: 't',
  थ: 'th',
  द: 'd',
  ध: 'dh',
  न: 'n',
  प: 'p',
  फ: 'f',
  ब: 'b',
  भ: 'bh',
  म: 'm',
  य: 'y',
  र: 'r',
  ल: 'l',
  ळ: 'l',
  व: 'v',
  श: 'sh',
  ष: 'sh',
  स: 's',
  ह: 'h',
};

const VOWELS: Readonly<Record<string, string>> = {
  अ: 'a',
  आ: 'a',
  इ: 'i',
  ई: 'i',
  उ: 'u',
  ऊ: 'u',
  ऋ: 'ri',
  ए: 'e',
  ऐ: 'ai',
  ऑ: 'o',
  ओ: 'o',
  औ: 'au',
};

const SIGNS: Readonly<Record<string, string>> = {
  'ा': 'a',
  'ि': 'i',
  'ी': 'i',
  'ु': 'u',
  'ू': 'u',
  'ृ': 'ri',
  'े': 'e',
  'ै': 'ai',
  'ॉ': 'o',
  'ॅ': 'e',
  'ो': 'o',
  'ौ': 'au',
};

const VIRAMA = '्';
const NASALS = 'ँंः';
const NUKTA = '़';

/** `vowel` is null for the inherent a, '' after a virama. */
interface Syllable {
  readonly onset: string;
  vowel: string | null;
  nasal: boolean;
}

/** As people type it: `ज़रूरत` is `jarurat`. Rough: it only has to match the Hinglish spelling after folding. */
export function latinOf(word: string): string {
  const syllables: Syllable[] = [];
  for (const sign of normalize(word, 'NFD')) {
    const last = syllables.at(-1);
    const [onset, vowel, after] = [own(CONSONANTS, sign), own(VOWELS, sign), own(SIGNS, sign)];
    if (onset !== undefined) syllables.push({ onset, vowel: null, nasal: false });
    else if (vowel !== undefined) syllables.push({ onset: '', vowel, nasal: false });
    else if (sign === NUKTA || last === undefined) continue;
    else if (after !== undefined) last.vowel = after;
    else if (sign === VIRAMA) last.vowel = '';
    else if (NASALS.includes(sign)) last.nasal = true;
  }
  dropSilentVowels(syllables);
  return syllables.map(({ onset, vowel, nasal }) => onset + (vowel ?? 'a') + (nasal ? 'n' : '')).join('');
}

/** The inherent a is silent at a word's end, and between a vowel and a full syllable (करना is "karna"). */
function dropSilentVowels(syllables: Syllable[]): void {
  const end = syllables.length - 1;
  for (let at = end; at > 0; at -= 1) {
    const here = syllables[at];
    const before = syllables[at - 1];
    const after = syllables[at + 1];
    if (here?.vowel !== null || here.nasal) continue;
    const full = after !== undefined && after.onset !== '' && after.vowel !== '';
    if (at === end || (full && before?.vowel !== '' && !before?.nasal)) here.vowel = '';
  }
}
