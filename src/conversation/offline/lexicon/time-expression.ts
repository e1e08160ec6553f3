import { CLOCK, DOTTED_MERIDIEM, REGIONAL_PART_WORDS } from './instant-of';
import { AND_A_HALF } from './spoken-numbers';
import { foldedWord, wordsOf } from './words';

type TokenClass =
  'day' | 'part' | 'number' | 'unit' | 'edge' | 'event' | 'verb' | 'before' | 'after' | 'soon';

const CLASSES: Readonly<Record<TokenClass, string>> = {
  day: `kal parso parson aaj tomorrow today tonight sunday monday tuesday wednesday thursday friday saturday weekend
    ravivar itvaar itwaar somvar somwar mangalvar mangalwar budhvar budhwar guruvar guruwar brihaspativar veervar shukravar
    shukrawar shanivar shaniwar sanivar january february march april may june july august september october november
    december janvari farvari julai agast sitambar aktubar navambar disambar
    diwali deepavali holi eid navratri dussehra dashahra chhath pongal onam christmas rakhi tyohar tyohaar festival
    उद्या ਕੱਲ੍ਹ કાલે কাল আগামীকাল நாளை நாளைக்கு రేపు ನಾಳೆ നാളെ କାଲି`,
  part: `subah shaam dopahar dopeher raat sawere savere morning evening afternoon night noon lunch saam
    ${REGIONAL_PART_WORDS}`,
  number: `ek do teen chaar char paanch panch chhe chhah cheh saat aath nau das gyarah barah pandrah bees one two three
    four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty tees half quarter couple few a an kuch sadhe saadhe sade saade sava
    paune
    dedh dhai aadhe aadha pehle pehli dusre dusri doosre doosri first second last`,
  unit: `baje bajay ghante ghanta ghanton minute minutes mint min mins din dino dinon hafte hafta haftey mahine mahina saal
    hour hours hrs day days week weeks month months year pm am oclock clock ਵਜੇ वाजता વાગ્યે மணிக்கு గంటలకు ಗಂಟೆಗೆ
    മണിക്ക് tareekh tarikh`,
  edge: 'end aakhir akhir aakhri ant shuru shuruaat beginning start mid middle',
  event: `exam exams pariksha paper papers result results boards shaadi wedding salary meeting class office school duty
    kaam work khana khane dinner breakfast puja pooja namaz season chhutti vacation holidays trip`,
  verb: 'aane hone khatam over khane',
  before: `agle agla agli next isi this is early late around about lagbhag kareeb karib in after by on at before post the
    coming thodi thode my between`,
  after: `bhar ko ke ki baad bad tak se pehle mein me andar later after before past or ya aur and of the next time taim waqt
    samay at on in around aas paas aaspaas beech this my ho jaane`,
  soon: 'der',
};

const CLASS_OF = new Map<string, TokenClass>();
for (const [name, words] of Object.entries(CLASSES)) {
  // A word of two classes keeps the first; joining words are distinguished by their position.
  for (const word of words.split(/\s+/u)) {
    const folded = wordsOf(word).trim();
    if (!CLASS_OF.has(folded)) CLASS_OF.set(folded, name as TokenClass);
  }
}

interface Token {
  readonly from: number;
  readonly to: number;
  readonly folded: string;
  readonly kind: TokenClass | null;
}
type Run = readonly Token[];

const folded = (words: string): ReadonlySet<string> => new Set(wordsOf(words).trim().split(' '));

/** Joining words that may end a time expression; others at its end are dropped. */
const CLOSING = folded('baad tak pehle later bad bhar aaspaas');
/** After "ke": "lunch ke time", "6 baje ke aas paas". */
const CLOSING_AFTER_KE = folded('time waqt samay paas andar beech');
const OPENING = folded(
  'agle agla agli next isi this is early late around in after by before post thodi coming between',
);
/** Times without a number: "agle hafte", "this month". */
const NAMING = folded('agle agla agli next isi this is coming');
/** An event or a bare number is a time only next to one of these: "result ke baad", "after lunch". */
const RELATING = folded('baad bad pehle after before past post time waqt samay tab');
/** "Do ghante mein" needs its last word, "June mein" does not. */
const WITHIN = folded('mein me andar');

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
    run = [];
  }
  return times;
}

/** What stands between a day and its hour: "tomorrow please call me at 5 pm". */
const FILLERS = folded(
  `aap aapko mujhe mujhko hume hamein humein humko please plz kripya ji na to toh hi bhi phir fir wapas dobara main hum i we
  you us can could will call phone ring back karna kar karo karein kare kariye kariyega kijiye kijiyega karke lena dena
  dijiye lagana free hoon rahunga rahungi available baar maybe just so ok okay haan yes ek do`,
);
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
  if (mark.folded === '-') return before === 'number' && next.kind === 'number';
  if (mark.folded !== ',' || !isTime(trim(run))) return false;
  if (next.kind === 'part' || (next.kind === 'day' && before === 'part')) return true;
  const relates = RELATING.has(next.folded) || OPENING.has(next.folded);
  if (relates) return behind?.kind === 'number' || behind?.kind === 'part';
  return next.kind === 'number' && behind?.kind === 'unit';
}

const MARK = /^[,.!?;।–—-]/u;
const GOOD = wordsOf('good').trim();

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  // A punctuation mark is a token without a class: it ends a time unless it `joins` two parts of one.
  for (const match of text.matchAll(/\b[ap]\.m\b\.?|[\p{L}\p{M}\p{N}'’]+(?:[:.]\d+)?|[,.!?;।–—-]/giu)) {
    const word = MARK.test(match[0]) ? '' : foldedWord(match[0].replace(DOTTED_MERIDIEM, '$1m'));
    const dash = /^[–—-]$/u.test(match[0]) ? '-' : match[0];
    const greets = tokens.at(-1)?.folded === GOOD;
    // "Good morning" is no time.
    const named = greets ? null : (CLASS_OF.get(word) ?? null);
    const kind = /^\d/u.test(word) ? kindOfDigits(match[0]) : named;
    tokens.push({ from: match.index, to: match.index + match[0].length, folded: word || dash, kind });
  }
  return tokens;
}

function kindOfDigits(digits: string): TokenClass | null {
  if (/^\d{1,2}(?:st|nd|rd|th)$/iu.test(digits)) return 'day';
  return /^\d{1,2}(?:[:.]\d\d|\.\d)?(?:am|pm|টায়|ଟାରେ)?$/iu.test(digits) ? 'number' : null;
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
  if (verb(run[0]) && (run[1]?.kind === 'before' || run[1]?.kind === 'after')) from = 1;
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
const AMBIGUOUS_NUMBERS = folded(
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
