import { rule } from './words';

const NUMBER_WORD = rule(
  '(ek|do|teen|chaar|char|paanch|chhe|chhah|saat|aath|nau|das|gyarah|barah|pandrah|bees|pachees|tees|chalis|pachas|saath|sattar|assi|nabbe|sau|hazaar|hazar|lakh|lakhs|crore|karod|dedh|dhai|aadha|sava|sadhe)',
  '(just|only|sirf|bas) (me|main|us|hum|mujhe)',
  '(akela|akeli|alone|dono|both)',
  '(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|percent)',
);

export function hasNumber(words: string): boolean {
  return /\p{Nd}/u.test(words) || NUMBER_WORD.test(words);
}

/** Other than "ek", "do" and "one", which may be articles or verbs. */
export function hasFigure(words: string): boolean {
  const without = words.replace(/(?<= )(?:ek|do|one) /gu, '');
  return hasNumber(without);
}

const CURRENCY = rule(
  '(lakh|lakhs|lac|lacs|hazaar|hazar|thousand|crore|crores|karod|k|rs|rupaye|rupees|inr)',
);
const MONEY = new RegExp(`${CURRENCY.source}| \\d{4,} `, 'u');

/** "Teen lakh"; a bare number may be a postcode. */
export function namesAmount(words: string): boolean {
  return CURRENCY.test(words) && hasNumber(words);
}

export function hasMoney(words: string): boolean {
  return MONEY.test(words);
}
