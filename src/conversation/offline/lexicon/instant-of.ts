import { addDays, instantOfLocal, localDay, localSeconds } from '../../../platform/kernel/zoned-time';
import { normalize } from '../../../platform/kernel/text';
import { AND_A_HALF, countBefore, fractionOf, isHour, numberOf } from './spoken-numbers';
import { wordMap, wordSet, wordsOf } from './words';

/** Days from today. */
const DAYS = wordMap([
  ['aaj today tonight', 0],
  ['kal tomorrow उद्या ਕੱਲ੍ਹ કાલે কাল আগামীকাল நாளை நாளைக்கு రేపు ನಾಳೆ നാളെ କାଲି', 1],
  ['parso parson', 2],
]);

/** As `getUTCDay` counts. */
const WEEKDAYS = wordMap([
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
/** Marathi, Punjabi, Gujarati, Bengali, Tamil, Telugu, Kannada, Malayalam, Odia. */
const REGIONAL_PARTS: Readonly<Record<Part, string>> = {
  morning: 'सकाळी ਸਵੇਰੇ સવારે সকালে সকাল காலை காலையில் ఉదయం ಬೆಳಿಗ್ಗೆ ಬೆಳಗ್ಗೆ രാവിലെ ସକାଳେ ସକାଳ',
  noon: 'दुपारी ਦੁਪਹਿਰੇ ਦੁਪਹਿਰ બપોરે দুপুরে மதியம் మధ్యాహ్నం ಮಧ್ಯಾಹ್ನ ഉച്ചയ്ക്ക് ഉച്ചക്ക് ଅପରାହ୍ନରେ',
  evening: 'संध्याकाळी ਸ਼ਾਮ ਸ਼ਾਮੀਂ સાંજે সন্ধ্যায় সন্ধ্যাবেলা சாயங்காலம் மாலை సాయంత్రం ಸಂಜೆ വൈകുന്നേരം ସନ୍ଧ୍ୟାରେ',
  night: 'रात्री ਰਾਤ ਰਾਤੀਂ રાત્રે রাতে இரவு இரவில் రాత్రి ರಾತ್ರಿ രാത്രി ରାତିରେ',
};
export const REGIONAL_PART_WORDS = Object.values(REGIONAL_PARTS).join(' ');
const PARTS = wordMap<Part>([
  [`subah savere sawere morning ${REGIONAL_PARTS.morning}`, 'morning'],
  [`dopahar dopeher afternoon noon ${REGIONAL_PARTS.noon}`, 'noon'],
  [`shaam saam evening ${REGIONAL_PARTS.evening}`, 'evening'],
  [`raat night tonight ${REGIONAL_PARTS.night}`, 'night'],
]);
const HOUR_OF_PART: Readonly<Record<Part, number>> = { morning: 10, noon: 13, evening: 18, night: 20 };

const NOON = wordSet('noon');

/** More often an article or a verb than an hour. */
const NO_HOURS = wordSet('a an ek do');

/** Minutes after an hour: "half past five", "ten past five". */
export const PAST = wordSet('past');
const QUARTER = wordSet('quarter');
/** No other minutes before an hour: "ten to five" may be a span of hours. */
export const QUARTER_TO = wordsOf('quarter to').trim();

/** In minutes. */
const UNITS = wordMap([
  ['ghante ghanta ghanton hour hours hrs', 60],
  ['minute minutes mint min mins', 1],
]);
/** Midnight counts to the day before. */
const LAST_HOUR = 23.98;
/** "Raat 1 baje" to "raat 4 baje" belong to the day after. */
const LAST_NIGHT_HOUR = 4;
const DAY_UNITS = wordSet('din dino dinon day days');
/** Days that are not computed: "2 hafte baad", "25 November", "25 tarikh". */
const FAR_DAYS =
  wordSet(`hafte hafta haftey week weeks mahine mahina month months saal year years tarikh tareekh january february march
    april june july august september october november december janvari farvari julai agast sitambar aktubar navambar
    disambar`);
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/u;
const MAY = wordsOf('may').trim();
/** Follows an hour. */
export const CLOCK: ReadonlySet<string> = wordSet(
  'baje bajay oclock clock ਵਜੇ वाजता વાગ્યે மணிக்கு గంటలకు ಗಂಟೆಗೆ മണിക്ക്',
);
/** Bengali and Odia write it with the number. */
const GLUED_CLOCK = /(?<=\d)(?:টায়|টা|ଟାରେ|ଟା)/gu;
/** Recognizers write "p.m." */
export const DOTTED_MERIDIEM = /\b([ap])\.m\b\.?/giu;
const LATER = wordSet('baad bad later mein me andar after in');
const BESIDE_SPAN = wordSet('and sadhe saadhe sava paune about around lagbhag kareeb karib bas just only');
/** Precedes an hour: "at five", "between five and six". */
const AT = wordSet('at around about by after before between');
const IN_THE = wordsOf('in the').trim();

const MIN_AHEAD_MS = 300_000;

/**
 * The local time, such as `2026-01-06T18:00`, of the words for one: "kal shaam", "2 ghante baad", "Monday 11 baje". null
 * when it is not understood, or not ahead.
 */
export function localTimeIn(text: string, now: Date, timeZone: string): string | null {
  const split = normalize(text)
    .replace(DOTTED_MERIDIEM, '$1m')
    .replace(/(\d)(am|pm)\b/giu, '$1 $2')
    .replace(GLUED_CLOCK, ' baje');
  // "5:30" and "5.30" are hours with minutes, "1.5" is a fraction.
  const spelled = split.replace(/(\d)[:.](\d\d)(?!\d)/gu, '$1h$2').replace(/(\d)\.(\d)(?!\d)/gu, '$1d$2');
  const words = wordsOf(spelled).trim().split(' ');
  if (words.some((word, at) => FAR_DAYS.has(word) || ORDINAL.test(word) || isMonthOfMay(words, at)))
    return null;
  const local = relativeTime(words, now, timeZone) ?? clockTime(words, now, timeZone);
  if (local === null) return null;
  return +instantOfLocal(local, timeZone) - +now >= MIN_AHEAD_MS ? local : null;
}

/** "5 May", "May 5". */
function isMonthOfMay(words: readonly string[], at: number): boolean {
  return words[at] === MAY && [words[at - 1], words[at + 1]].some((word) => /^\d{1,2}$/u.test(word ?? ''));
}

function relativeTime(words: readonly string[], now: Date, timeZone: string): string | null {
  const minutes = minutesIn(words);
  if (minutes === null || !(words.some((word) => LATER.has(word)) || isSpan(words))) return null;
  const then = new Date(+now + minutes * 60_000);
  return localSeconds(timeZone)(then).slice(0, 16).replace(' ', 'T');
}

/** "20 minutes", "about half an hour", "dedh ghanta". */
function isSpan(words: readonly string[]): boolean {
  return words.every((word) => UNITS.has(word) || numberOf(word) !== null || BESIDE_SPAN.has(word));
}

/** Sums "2 ghante", "1 hour 30 minutes", "an hour and a half". null when a unit has no number. */
function minutesIn(words: readonly string[]): number | null {
  let minutes: number | null = null;
  for (const [at, word] of words.entries()) {
    const unit = UNITS.get(word);
    if (unit === undefined) continue;
    const count = countBefore(words, at);
    if (count === null) return null;
    const half = words.slice(at + 1, at + 4).join(' ') === AND_A_HALF ? 0.5 : 0;
    minutes = (minutes ?? 0) + (count + half) * unit;
  }
  return minutes;
}

function clockTime(words: readonly string[], now: Date, timeZone: string): string | null {
  const today = localDay(now, timeZone);
  const days = daysAhead(words, today);
  const part = words.map((word) => PARTS.get(word)).find((found) => found !== undefined);
  const hour = hourIn(words, part);
  if (days === null && hour === null && part === undefined) return null;
  const hours = hour ?? HOUR_OF_PART[part ?? 'morning'];
  const time = timeOf(hours % 24);
  const day = (days ?? 0) + Math.floor(hours / 24);
  const local = `${addDays(today, day)}T${time}`;
  const isPast = +instantOfLocal(local, timeZone) - +now < MIN_AHEAD_MS;
  return days === null && isPast ? `${addDays(today, day + 1)}T${time}` : local;
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
    if (number === null || number >= 24 || !isHourOfDay(words, at)) continue;
    const sum = number + (hoursPast(words, at) ?? fractionOf(words[at - 1] ?? ''));
    // "Quarter to one".
    const hour = number === 1 && sum < 1 ? sum + 12 : sum;
    const next = words[at + 1];
    if (next === 'am') return hour >= 12 ? hour - 12 : hour;
    if (next === 'pm') return hour >= 12 ? hour : hour + 12;
    return ofPart(hour, part);
  }
  return words.some((word) => NOON.has(word)) ? 12 : null;
}

/** Whether the number at `at` is an hour: with "baje", "am" or minutes, or alone where it counts nothing. */
function isHourOfDay(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]];
  if (CLOCK.has(next) || next === 'am' || next === 'pm') return true;
  if (hoursPast(words, at) !== null || /^\d{1,2}h\d\d$/u.test(word)) return true;
  if (!isHour(word) || NO_HOURS.has(word)) return false;
  const isCount = UNITS.has(next) || DAY_UNITS.has(next) || PAST.has(next);
  return !isCount && (words.length <= 4 || AT.has(before) || isInPart(words.slice(at + 1, at + 4)));
}

/** Whether "in the morning" follows, or another part of the day. */
function isInPart([first = '', second = '', third = '']: readonly string[]): boolean {
  return `${first} ${second}` === IN_THE && PARTS.has(third);
}

/** Hours, from -0.25 to 1. null when the hour at `at` has no minutes before it. */
function hoursPast(words: readonly string[], at: number): number | null {
  const [amount, past] = [words[at - 2] ?? '', words[at - 1] ?? ''];
  if (`${amount} ${past}` === QUARTER_TO) return -0.25;
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
  if (part === 'night' && hour <= LAST_NIGHT_HOUR) return hour + 24;
  return hour >= 12 ? hour : hour + 12;
}

function timeOf(hours: number): string {
  const minutes = Math.min(1_439, Math.round(hours * 60));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
