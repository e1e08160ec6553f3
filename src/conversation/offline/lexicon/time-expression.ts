import { CLOCK, PAST, QUARTER_TO } from './instant-of';
import { AND_A_HALF, isHour } from './spoken-numbers';
import { type Run, type Token, tokensOf } from './time-tokens';
import { wordSet } from './words';

/** Joining words that may end a time expression; others at its end are dropped. */
const CLOSING = wordSet('baad tak pehle later bad bhar aaspaas');
/** After "ke": "lunch ke time", "6 baje ke aas paas". */
const CLOSING_AFTER_KE = wordSet('time waqt samay paas andar beech');
const JOINED = wordSet('ke as aas');
const OPENING = wordSet(
  'agle agla agli next isi this is early late around in after by before post thodi coming between',
);
/** Times without a number: "agle hafte", "this month". */
const NAMING = wordSet('agle agla agli next isi this is coming');
/** An event or a bare number is a time only next to one of these: "result ke baad", "after lunch". */
const RELATING = wordSet('baad bad pehle after before past post time waqt samay tab');
/** "Do ghante mein" needs its last word, "June mein" does not. */
const WITHIN = wordSet('mein me andar');

/** The longest, verbatim ("kal shaam 6 baje", "result aane ke baad"). "Agle mahine" is a time, "5 lakh" is not. */
export function timeExpressionIn(text: string): string | null {
  return textOf(longestOf(timesIn(tokensOf(text))), text);
}

/** The longest, with its day or hour where that stands apart: "kal 5 baje" of "kal mujhe 5 baje call karna". */
export function wholeTimeIn(text: string): string | null {
  const tokens = tokensOf(text);
  const times = timesIn(tokens);
  const parts = withOtherHalf(longestOf(times), times, tokens).map((time) => textOf(time, text));
  return parts[0] === null ? null : parts.join(' ');
}

function longestOf(times: readonly Run[]): Run {
  return times.reduce<Run>((best, time) => (time.length > best.length ? time : best), []);
}

function textOf(time: Run, text: string): string | null {
  const first = time[0];
  const last = time.at(-1);
  return first && last ? text.slice(first.from, last.to) : null;
}

function timesIn(tokens: Run): Run[] {
  const times: Run[] = [];
  let run: Token[] = [];
  for (const [at, token] of [...tokens, null].entries()) {
    if (token && (token.kind || joins(run, tokens, at))) {
      run.push(token);
      continue;
    }
    const time = trim(run);
    if (isTime(time)) times.push(time);
    else if (isHourToCall(run, tokens, at - run.length)) times.push(run.slice(-2));
    run = [];
  }
  return times;
}

const CALLS = wordSet('call phone ring ping');
const AT = wordSet('at by around about');
const MAX_WORDS_BETWEEN = 3;

/** "Call me back at 7", "phone by six". @param from the place of the run among all tokens */
function isHourToCall(run: Run, tokens: Run, from: number): boolean {
  const [at, hour] = run.slice(-2);
  if (!at || !hour || !AT.has(at.folded)) return false;
  if (!isHour(hour.folded) || AMBIGUOUS_NUMBERS.has(hour.folded)) return false;
  const end = from + run.length - 2;
  const words = tokens.slice(Math.max(0, end - MAX_WORDS_BETWEEN), end);
  return words.some(({ folded: word }) => CALLS.has(word));
}

const BESIDE_HOUR = wordSet('haan ji sir madam bhai maybe shayad ok okay yes please bas to');

/** "Around 7", "6", not "6 people": of a remark that replies to "when shall we call you?". */
export function hourToCallIn(text: string): string | null {
  const tokens = tokensOf(text);
  for (const [place, token] of tokens.entries()) {
    const before = tokens[place - 1];
    const first = before && AT.has(before.folded) ? before : token;
    const isHourAlone = isHour(token.folded) && !AMBIGUOUS_NUMBERS.has(token.folded);
    const others = tokens.filter((other) => other !== token && /\p{L}/u.test(other.folded));
    const isAlone = others.length < 3 && others.every(({ folded }) => BESIDE_HOUR.has(folded));
    if (isHourAlone && (first !== token || isAlone)) return text.slice(first.from, token.to);
  }
  return null;
}

/** What stands between a day and its hour: "tomorrow please call me at 5 pm". */
const FILLERS = wordSet(
  `aap aapko mujhe mujhko hume hamein humein humko please plz kripya ji na to toh hi bhi phir fir wapas dobara main hum i we
  you us can could will call phone ring back karna kar karo karein kare kariye kariyega kijiye kijiyega karke lena dena
  dijiye lagana free hoon rahunga rahungi available baar maybe just so ok okay haan yes ek do
  aa aana sakta sakti sakte aaunga aaungi aayenge aenge jaunga`,
);
const WITH_MINUTES = /^\d{1,2}:\d\d$/u;
const MERIDIEM = /^\d*(?:am|pm)$/u;

function withOtherHalf(time: Run, times: readonly Run[], tokens: Run): readonly Run[] {
  const at = times.indexOf(time);
  const pairs = [
    [time, times[at + 1]],
    [times[at - 1], time],
  ];
  for (const [first, second] of pairs) {
    const [end, begin] = [first?.at(-1), second?.[0]];
    if (!first || !second || !end || !begin) continue;
    const between = tokens.slice(tokens.indexOf(end) + 1, tokens.indexOf(begin));
    if (between.every(isFiller) && (isDayOf(first, second) || isDayOf(second, first))) return [first, second];
  }
  return [time];
}

function isFiller({ kind, folded: word }: Token): boolean {
  return kind === 'before' || kind === 'after' || word === ',' || FILLERS.has(word);
}

/** "kal", "kal shaam" or "shaam ko" of "5 baje", "kal" of "shaam ko". */
function isDayOf(day: Run, hour: Run): boolean {
  const hasDay = (run: Run) => run.some(({ kind }) => kind === 'day');
  const hasClock = (run: Run) => run.some(({ folded: word }) => CLOCK.has(word) || MERIDIEM.test(word));
  const hasPart = (run: Run) => run.some(({ kind }) => kind === 'part');
  if (hasClock(day) || hasDay(hour)) return false;
  if (hasPart(day) && hasPart(hour)) return hasDay(day) && hasClock(hour);
  return (hasDay(day) || hasPart(day)) && (hasClock(hour) || (hasDay(day) && hasPart(hour)));
}

/** A comma or dash within a time: "in the evening, after seven", "7-8 baje", "Monday, subah 11 baje". */
function joins(run: readonly Token[], tokens: readonly Token[], at: number): boolean {
  const [mark, next, behind] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  const before = run.at(-1)?.kind;
  if (mark === undefined || next === undefined || before === undefined) return false;
  if (isQuarterTo(tokens, at - 1)) return next.kind === 'number';
  if (mark.folded === '-') return before === 'number' && next.kind === 'number';
  if (mark.folded !== ',' || !isTime(trim(run))) return false;
  if (next.kind === 'part' || (next.kind === 'day' && before === 'part')) return true;
  return beginsHour(next, behind?.kind);
}

/** "Seven baje", "after seven", "in the ... evening" after a comma. @param behind the kind of the token after it */
function beginsHour(token: Token, behind: Token['kind'] | undefined): boolean {
  if (isIn(RELATING, token) || isIn(OPENING, token)) return behind === 'number' || behind === 'part';
  return token.kind === 'number' && behind === 'unit';
}

function isQuarterTo(tokens: Run, at: number): boolean {
  return `${tokens[at]?.folded} ${tokens[at + 1]?.folded}` === QUARTER_TO;
}

/** Drops what is no part of a time from both ends. */
function trim(run: Run): Run {
  let from = beginsWithVerb(run) ? 1 : 0;
  let to = endsWithVerb(run) ? run.length - 1 : run.length;
  while (from < to && isLoose(run[from]) && !isIn(OPENING, run[from])) from += 1;
  while (to > from && !endsTime(run, to - 1)) to -= 1;
  while (from < to && isBareEvent(run[from], run.slice(from + 1, from + 4))) from += 1;
  while (from < to && !beginsTime(run, from)) from += 1;
  return run.slice(from, to);
}

/** "Do this at the end of the month": a verb that sounds like a number. */
function beginsWithVerb([first, second]: Run): boolean {
  return isVerb(first) && isBesideTime(second) && !isIn(PAST, second);
}

/** "आधे घंटे में आ". */
function endsWithVerb(run: Run): boolean {
  const end = run.slice(-3).map(({ folded: word }) => word);
  return isVerb(run.at(-1)) && end.join(' ') !== AND_A_HALF;
}

function isVerb(token: Token | undefined): boolean {
  return token?.kind === 'number' && isIn(AMBIGUOUS_NUMBERS, token);
}

function beginsTime(run: Run, at: number): boolean {
  if (!isLoose(run[at])) return true;
  return isIn(OPENING, run[at]) && !(isIn(NAMING, run[at]) && isLoose(run[at + 1]));
}

function endsTime(run: Run, at: number): boolean {
  if (isLoose(run[at])) return closes(run, at);
  return !isBareEvent(run[at], run.slice(Math.max(0, at - 2), at));
}

/** "6 baje chhutti hoti hai" and "exam kal hai" name what happens; "exam ke baad" is a time. */
function isBareEvent(token: Token | undefined, near: Run): boolean {
  return token?.kind === 'event' && !near.some((one) => isIn(RELATING, one));
}

/** A token that is a part of a time only between others, or as one of certain words. */
function isLoose(token: Token | undefined): boolean {
  return isBesideTime(token) || token?.kind === 'verb' || token?.kind === null;
}

function isBesideTime(token: Token | undefined): boolean {
  return token?.kind === 'before' || token?.kind === 'after';
}

function isIn(words: ReadonlySet<string>, token: Token | undefined): boolean {
  return words.has(token?.folded ?? '');
}

function closes(run: readonly Token[], at: number): boolean {
  const [before, last] = [run[at - 1], run[at]];
  if (isIn(CLOSING, last)) return true;
  if (isIn(WITHIN, last) && ['unit', 'soon', 'edge'].includes(before?.kind ?? '')) return true;
  return isIn(CLOSING_AFTER_KE, last) && isIn(JOINED, before);
}

function isTime(run: readonly Token[]): boolean {
  if (run.some(({ kind }) => kind === 'day' || kind === 'part' || kind === 'soon')) return true;
  const hour = hourAt(run);
  const related = run.some(({ folded: word }) => RELATING.has(word));
  return run.some(({ kind, folded: word }, at) => {
    if (kind === 'event') return related;
    if (kind === 'number' && (WITH_MINUTES.test(word) || isQuarterTo(run, at))) return true;
    // "After 5", "post 6": an hour; "5 ke baad" too.
    if (kind === 'number') return related && !AMBIGUOUS_NUMBERS.has(word) && at === hour;
    if (kind !== 'unit') return false;
    const near = run.slice(Math.max(0, at - 3), at);
    if (near.some(({ kind: one }) => one === 'number' || one === 'edge')) return true;
    const next = run[at + 1];
    const named = isIn(NAMING, run[at - 1]);
    const edge = run.slice(at + 1, at + 3).some((token) => token.kind === 'edge');
    return named || edge || ['bhar', 'bad', 'baad'].includes(next?.folded ?? '');
  });
}

/** More often an article or a verb: "ek", "do" ("rehne do"). */
const AMBIGUOUS_NUMBERS = wordSet(
  'ek do a an half quarter kuch few couple pehle dusre doosre first second last',
);

/** Right after "after" or "by", or right before "ke baad". */
function hourAt(run: readonly Token[]): number | null {
  const at = run.findIndex(
    ({ kind }, place) =>
      kind === 'number' &&
      (isIn(RELATING, run[place - 1]) || (run[place + 1]?.folded === 'ke' && isIn(RELATING, run[place + 2]))),
  );
  return at < 0 ? null : at;
}
