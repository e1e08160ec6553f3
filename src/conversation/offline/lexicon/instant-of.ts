import { addDays, instantOfLocal, localDay, localSeconds } from '../../../platform/kernel/zoned-time';
import { normalize } from '../../../platform/kernel/text';
import { wordsOf } from './words';

const folded = (words: string): readonly string[] => wordsOf(words).trim().split(' ');

function table<T>(rows: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([words, value]) => folded(words).map((word) => [word, value] as const)));
}

/** Days from today. */
const DAYS = table([
  ['aaj today tonight', 0],
  ['kal tomorrow उद्या ਕੱਲ੍ਹ કાલે কাল আগামীকাল நாளை நாளைக்கு రేపు ನಾಳೆ നാളെ କାଲି', 1],
  ['parso parson', 2],
]);

/** As `getUTCDay` counts. */
const WEEKDAYS = table([
  ['sunday ravivar itvaar itwaar', 0],
  ['monday somvar somwar', 1],
  ['tuesday mangalvar mangalwar', 2],
  ['wednesday budhvar budhwar', 3],
  ['thursday guruvar guruwar brihaspativar veervar', 4],
  ['friday shukravar shukrawar', 5],
  ['saturday shanivar shaniwar sanivar', 6],
]);

const DAY_AFTER_TOMORROW = wordsOf('day after tomorrow');

type Part = 'morning' | 'noon' | 'evening' | 'night';
const PARTS = table<Part>([
  ['subah savere sawere morning', 'morning'],
  ['dopahar dopeher afternoon noon', 'noon'],
  [
    `shaam saam evening संध्याकाळी ਸ਼ਾਮ ਸ਼ਾਮੀਂ સાંજે সন্ধ্যায় সন্ধ্যাবেলা சாயங்காலம் மாலை సాయంత్రం ಸಂಜೆ വൈകുന്നേരം ସନ୍ଧ୍ୟାରେ`,
    'evening',
  ],
  ['raat night tonight', 'night'],
]);
const HOUR_OF_PART: Readonly<Record<Part, number>> = { morning: 10, noon: 13, evening: 18, night: 20 };

const NOON = new Set(folded('noon'));

const NUMBERS = table([
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
  ['half aadha aadhe', 0.5],
  ['dedh', 1.5],
  ['dhai', 2.5],
]);
/** Added to the number behind: "saadhe 6", "sava 6", "paune 6". */
const FRACTIONS = table([
  ['sadhe saadhe sade saade', 0.5],
  ['sava', 0.25],
  ['paune', -0.25],
]);

/** Minutes after an hour: "half past five", "ten past five". */
const PAST = new Set(folded('past'));
const QUARTER = new Set(folded('quarter'));

/** In minutes. */
const UNITS = table([
  ['ghante ghanta ghanton hour hours hrs', 60],
  ['minute minutes mint min mins', 1],
]);
/** Midnight counts to the day before. */
const LAST_HOUR = 23.98;
const DAY_UNITS = new Set(folded('din dino dinon day days'));
/** Follows an hour. */
export const CLOCK: ReadonlySet<string> = new Set(
  folded('baje bajay oclock clock ਵਜੇ वाजता વાગ્યે மணிக்கு గంటలకు ಗಂಟೆಗೆ മണിക്ക്'),
);
/** Bengali and Odia write it with the number. */
const GLUED_CLOCK = /(?<=\d)(?:টায়|টা|ଟାରେ|ଟା)/gu;
const LATER = new Set(folded('baad bad later mein me andar after in'));

const MIN_AHEAD_MS = 300_000;

/**
 * The local time, such as `2026-01-06T18:00`, of the words for one: "kal shaam", "2 ghante baad", "Monday 11 baje". null
 * when it is not understood, or not ahead.
 */
export function localTimeIn(text: string, now: Date, timeZone: string): string | null {
  const split = normalize(text)
    .replace(/(\d)(am|pm)\b/giu, '$1 $2')
    .replace(GLUED_CLOCK, ' baje');
  const words = wordsOf(split.replace(/(\d):(\d\d)/gu, '$1h$2'))
    .trim()
    .split(' ');
  const local = relativeTime(words, now, timeZone) ?? clockTime(words, now, timeZone);
  if (local === null) return null;
  return +instantOfLocal(local, timeZone) - +now >= MIN_AHEAD_MS ? local : null;
}

function relativeTime(words: readonly string[], now: Date, timeZone: string): string | null {
  const at = words.findIndex((word) => UNITS.has(word));
  const count = at < 0 ? null : countBefore(words, at);
  if (
    count === null ||
    !words
      .slice(at + 1)
      .concat(words.slice(0, at))
      .some((word) => LATER.has(word))
  )
    return null;
  const then = new Date(+now + count * (UNITS.get(words[at] ?? '') ?? 0) * 60_000);
  return localSeconds(timeZone)(then).slice(0, 16).replace(' ', 'T');
}

function clockTime(words: readonly string[], now: Date, timeZone: string): string | null {
  const today = localDay(now, timeZone);
  const days = daysAhead(words, today);
  const part = words.map((word) => PARTS.get(word)).find((found) => found !== undefined);
  const hour = hourIn(words, part);
  if (days === null && hour === null && part === undefined) return null;
  const time = timeOf(hour ?? HOUR_OF_PART[part ?? 'morning']);
  const local = `${addDays(today, days ?? 0)}T${time}`;
  const isPast = +instantOfLocal(local, timeZone) - +now < MIN_AHEAD_MS;
  return days === null && isPast ? `${addDays(today, 1)}T${time}` : local;
}

function daysAhead(words: readonly string[], today: string): number | null {
  const unit = words.findIndex((word) => DAY_UNITS.has(word));
  const count = unit < 0 ? null : countBefore(words, unit);
  if (count !== null && words.some((word) => LATER.has(word))) return Math.round(count);
  if (` ${words.join(' ')} `.includes(DAY_AFTER_TOMORROW)) return 2;
  for (const word of words) {
    const named = DAYS.get(word);
    if (named !== undefined) return named;
    const weekday = WEEKDAYS.get(word);
    if (weekday === undefined) continue;
    return ((weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  }
  return null;
}

/** Hours of the day, with fractions; 1 to 7 alone are those of the afternoon. */
function hourIn(words: readonly string[], part: Part | undefined): number | null {
  for (const [at, word] of words.entries()) {
    const number = numberOf(word);
    const [next, before] = [words[at + 1] ?? '', words[at - 1] ?? ''];
    const past = hoursPast(words, at);
    const isClock =
      past !== null || CLOCK.has(next) || next === 'am' || next === 'pm' || /^\d{1,2}h\d\d$/u.test(word);
    const isCount = UNITS.has(next) || DAY_UNITS.has(next) || PAST.has(next);
    const isBare = /^\d{1,2}$/u.test(word) && !isCount && words.length <= 4;
    if (number === null || number >= 24 || !(isClock || isBare)) continue;
    const hour = number + (past ?? FRACTIONS.get(before) ?? 0);
    if (next === 'am') return hour >= 12 ? hour - 12 : hour;
    if (next === 'pm') return hour >= 12 ? hour : hour + 12;
    return ofPart(hour, part);
  }
  return words.some((word) => NOON.has(word)) ? 12 : null;
}

/** Hours, from 0 to 1. null when the hour at `at` has no minutes before it. */
function hoursPast(words: readonly string[], at: number): number | null {
  const [amount, past] = [words[at - 2] ?? '', words[at - 1] ?? ''];
  if (!PAST.has(past)) return null;
  if (QUARTER.has(amount)) return 0.25;
  const number = numberOf(amount);
  if (number === null || number >= 60) return null;
  return number < 1 ? number : number / 60;
}

function ofPart(hour: number, part: Part | undefined): number {
  if (hour >= 13 || part === 'morning') return hour;
  if (part === undefined) return hour >= 1 && hour < 8 ? hour + 12 : hour;
  if (part === 'noon') return hour < 8 ? hour + 12 : hour;
  if (part === 'night' && hour >= 12) return LAST_HOUR;
  return hour >= 12 ? hour : hour + 12;
}

function countBefore(words: readonly string[], at: number): number | null {
  const number = numberOf(words[at - 1] ?? '');
  return number === null ? null : number + (FRACTIONS.get(words[at - 2] ?? '') ?? 0);
}

function numberOf(word: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})h(\d\d)$/u.exec(word) ?? [];
  if (hours !== undefined && minutes !== undefined) return Number(hours) + Number(minutes) / 60;
  return /^\d{1,2}$/u.test(word) ? Number(word) : (NUMBERS.get(word) ?? null);
}

function timeOf(hours: number): string {
  const minutes = Math.min(1_439, Math.round(hours * 60));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
