import { wordMap, wordSet, wordsOf } from './words';

const NUMBERS = wordMap([
  ['ek one a an', 1],
  ['do two', 2],
  ['teen three', 3],
  ['chaar char four', 4],
  ['paanch panch five', 5],
  ['chhe chhah cheh six', 6],
  ['saat seven', 7],
  ['aath eight', 8],
  ['nau nine', 9],
  ['das ten', 10],
  ['gyarah eleven', 11],
  ['barah twelve', 12],
  ['pandrah fifteen', 15],
  ['bees twenty', 20],
  ['tees thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['half aadha aadhe', 0.5],
  ['dedh', 1.5],
  ['dhai', 2.5],
]);
/** Added to the number behind: "saadhe 6", "sava 6", "paune 6". */
const FRACTIONS = wordMap([
  ['sadhe saadhe sade saade', 0.5],
  ['sava', 0.25],
  ['paune', -0.25],
]);

const ARTICLES = wordSet('a an');
export const AND_A_HALF = wordsOf('and a half').trim();

export function fractionOf(word: string): number {
  return FRACTIONS.get(word) ?? 0;
}

/** "Half an", "two and a half", "twenty five", "saadhe teen"; "sava" alone is 1.25. */
export function countBefore(words: readonly string[], at: number): number | null {
  const [word = '', before = ''] = [words[at - 1], words[at - 2]];
  const number = numberOf(word);
  const fraction = FRACTIONS.get(number === null ? word : before);
  if (number === null) return fraction === undefined ? null : 1 + fraction;
  if (words.slice(Math.max(0, at - 3), at).join(' ') === AND_A_HALF) {
    const whole = countBefore(words, at - 3);
    return whole === null ? null : whole + 0.5;
  }
  const other = numberOf(before);
  if (ARTICLES.has(word) && other === 0.5) return other;
  if (other !== null && other >= 20 && other % 10 === 0 && number < 10 && !/^\d/u.test(word))
    return other + number;
  return number + (fraction ?? 0);
}

/** A whole number of one or two digits, or its word. */
export function isHour(word: string): boolean {
  return /^\d{1,2}$/u.test(word) || Number.isInteger(NUMBERS.get(word) ?? 0.5);
}

export function numberOf(word: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})h(\d\d)$/u.exec(word) ?? [];
  if (hours !== undefined && minutes !== undefined) return Number(hours) + Number(minutes) / 60;
  const [, ones, tenths] = /^(\d{1,2})d(\d)$/u.exec(word) ?? [];
  if (ones !== undefined && tenths !== undefined) return Number(`${ones}.${tenths}`);
  return /^\d{1,2}$/u.test(word) ? Number(word) : (NUMBERS.get(word) ?? null);
}
