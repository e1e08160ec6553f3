import { CLOCK, PAST, QUARTER_TO } from './instant-of';
import { AND_A_HALF, isHour } from './spoken-numbers';
import { type Run, type Token, tokensOf } from './time-tokens';
import { wordSet } from './words';

/** Joining words that may end a time expression; others at its end are dropped. */
const CLOSING = wordSet('baad tak pehle later bad bhar aaspaas');
/** After "ke": "lunch ke time", "6 baje ke aas paas". */
const CLOSING_AFTER_KE = wordSet('time waqt samay paas andar beech');
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

const CALLS = wordSet('call phone ring');
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

/** What stands between a day and its hour: "tomorrow please call me at 5 pm". */
const FILLERS = wordSet(
  `aap aapko mujhe mujhko hume hamein humein humko please plz kripya ji na to toh hi bhi phir fir wapas dobara main hum i we
  you us can could will call phone ring back karna kar karo karein kare kariye kariyega kijiye kijiyega karke lena dena
  dijiye lagana free hoon rahunga rahungi available baar maybe just so ok okay haan yes ek do`,
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

/** "kal" or "kal shaam" of "5 baje", "kal" of "shaam ko". */
function isDayOf(day: Run, hour: Run): boolean {
  const hasDay = (run: Run) => run.some(({ kind }) => kind === 'day');
  const hasClock = (run: Run) => run.some(({ folded: word }) => CLOCK.has(word) || MERIDIEM.test(word));
  const hasPart = (run: Run) => run.some(({ kind }) => kind === 'part');
  return (
    hasDay(day) && !hasClock(day) && !hasDay(hour) && (hasClock(hour) || (hasPart(hour) && !hasPart(day)))
  );
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
  const relates = RELATING.has(next.folded) || OPENING.has(next.folded);
  if (relates) return behind?.kind === 'number' || behind?.kind === 'part';
  return next.kind === 'number' && behind?.kind === 'unit';
}

function isQuarterTo(tokens: Run, at: number): boolean {
  return `${tokens[at]?.folded} ${tokens[at + 1]?.folded}` === QUARTER_TO;
}

function trim(run: readonly Token[]): readonly Token[] {
  let from = 0;
  let to = run.length;
  const loose = (token: Token | undefined): boolean =>
    token?.kind === 'before' || token?.kind === 'after' || token?.kind === 'verb' || token?.kind === null;
  // "Do this at the end of the month", "आधे घंटे में आ": a verb that sounds like a number.
  const textIn = (part: Run): string => part.map(({ folded: word }) => word).join(' ');
  const verb = (token: Token | undefined): boolean =>
    token?.kind === 'number' && AMBIGUOUS_NUMBERS.has(token.folded);
  if (
    verb(run[0]) &&
    !PAST.has(run[1]?.folded ?? '') &&
    (run[1]?.kind === 'before' || run[1]?.kind === 'after')
  )
    from = 1;
  if (verb(run[to - 1]) && textIn(run.slice(-3)) !== AND_A_HALF) to -= 1;
  while (from < to && loose(run[from]) && !OPENING.has(run[from]?.folded ?? '')) from += 1;
  // "6 baje chhutti hoti hai" and "exam kal hai" name what happens; "exam ke baad" is a time.
  const bare = (at: number, rest: readonly Token[]): boolean =>
    run[at]?.kind === 'event' && !rest.some(({ folded: word }) => RELATING.has(word));
  while (
    to > from &&
    ((loose(run[to - 1]) && !closes(run, to - 1)) || bare(to - 1, run.slice(Math.max(0, to - 3), to - 1)))
  )
    to -= 1;
  while (from < to && bare(from, run.slice(from + 1, from + 4))) from += 1;
  while (
    from < to &&
    loose(run[from]) &&
    (!OPENING.has(run[from]?.folded ?? '') || (NAMING.has(run[from]?.folded ?? '') && loose(run[from + 1])))
  )
    from += 1;
  return run.slice(from, to);
}

function closes(run: readonly Token[], at: number): boolean {
  const word = run[at]?.folded ?? '';
  const before = run[at - 1];
  if (CLOSING.has(word)) return true;
  if (WITHIN.has(word) && ['unit', 'soon', 'edge'].includes(before?.kind ?? '')) return true;
  const joined = before?.folded === 'ke' || before?.folded === 'as' || before?.folded === 'aas';
  return CLOSING_AFTER_KE.has(word) && joined;
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
    const named = NAMING.has(run[at - 1]?.folded ?? '');
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
      (RELATING.has(run[place - 1]?.folded ?? '') ||
        (run[place + 1]?.folded === 'ke' && RELATING.has(run[place + 2]?.folded ?? ''))),
  );
  return at < 0 ? null : at;
}
