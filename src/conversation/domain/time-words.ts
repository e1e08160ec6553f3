import { wordsOf } from './words';

type Class = 'day' | 'part' | 'number' | 'unit' | 'before' | 'after' | 'soon';

const CLASSES: Readonly<Record<Class, string>> = {
  day: `kal parso parson aaj tomorrow today tonight sunday monday tuesday wednesday thursday friday saturday weekend
    ravivar itvaar somvar somwar mangalvar mangalwar budhvar budhwar guruvar guruwar brihaspativar shukravar shukrawar
    shanivar shaniwar sanivar january february march april may june july august september october november december
    diwali holi उद्या ਕੱਲ੍ਹ કાલે কাল আগামীকাল நாளை நாளைக்கு రేపు ನಾಳೆ നാളെ କାଲି`,
  part: `subah shaam dopahar dopeher raat sawere savere morning evening afternoon night noon lunch saam
    संध्याकाळी ਸ਼ਾਮ ਸ਼ਾਮੀਂ સાંજે সন্ধ্যায় সন্ধ্যাবেলা சாயங்காலம் மாலை సాయంత్రం ಸಂಜೆ വൈകുന്നേരം ସନ୍ଧ୍ୟାରେ`,
  number: `ek do teen chaar char paanch panch chhe chhah cheh saat aath nau das gyarah barah pandrah bees one two three
    four five six seven eight nine ten eleven twelve fifteen twenty thirty half couple few an kuch sadhe saadhe sava paune dedh dhai`,
  unit: `baje bajay ghante ghanta ghanton minute minutes mint din dino hafte hafta haftey mahine mahina saal hour hours day days week weeks
    month months year pm am oclock clock ਵਜੇ वाजता વાગ્યે மணிக்கு గంటలకు ಗಂಟೆಗೆ മണിക്ക് tareekh tarikh`,
  before: `agle agla agli next this is early late around about lagbhag kareeb karib in after by on at before the coming
    thodi thode`,
  after: `bhar ko ke ki baad bad tak se pehle mein me andar later after before or ya aur and of the next time at on in around`,
  soon: 'der',
};

const CLASS_OF = new Map<string, Class>();
for (const [name, words] of Object.entries(CLASSES)) {
  // A word of two classes keeps the first: joining words are told by where they stand.
  for (const word of words.split(/\s+/u)) {
    const folded = wordsOf(word).trim();
    if (!CLASS_OF.has(folded)) CLASS_OF.set(folded, name as Class);
  }
}

interface Token {
  readonly from: number;
  readonly to: number;
  readonly folded: string;
  readonly kind: Class | null;
}

/** Words that end a time and belong to it; other joining words at its end are dropped. */
const CLOSING = new Set(['baad', 'tak', 'pehle', 'later', 'bad', 'bhar'].map((word) => wordsOf(word).trim()));
const OPENING = new Set(
  [
    'agle',
    'agla',
    'agli',
    'next',
    'this',
    'is',
    'early',
    'late',
    'around',
    'in',
    'after',
    'by',
    'on',
    'before',
    'thodi',
    'coming',
  ].map((word) => wordsOf(word).trim()),
);

/** "Agle hafte" and "this month" name a time without a number. */
const NAMING = new Set(
  ['agle', 'agla', 'agli', 'next', 'this', 'is', 'coming'].map((word) => wordsOf(word).trim()),
);

/**
 * The longest stretch of a text that names a time ("kal shaam 6 baje", "अगले हफ्ते", "after two hours"), word for word
 * as it was said; null when there is none. "Agle mahine" is a time, "5 lakh" is not.
 */
export function timeWords(text: string): string | null {
  const tokens = tokensOf(text);
  let best: readonly Token[] = [];
  let run: Token[] = [];
  for (const token of [...tokens, null]) {
    if (token?.kind) {
      run.push(token);
      continue;
    }
    const time = trimmed(run);
    if (isTime(time) && time.length > best.length) best = time;
    run = [];
  }
  const first = best[0];
  const last = best.at(-1);
  return first && last ? text.slice(first.from, last.to) : null;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  // A comma or a full stop ends a time: it becomes a token of its own that belongs to no class.
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}'’]+(?:[:.]\d+)?|[,.!?;।–—-]/gu)) {
    const folded = wordsOf(match[0]).trim();
    const digits = /^\d/u.test(match[0]);
    const kind = digits
      ? /^\d{1,2}(:\d\d)?(am|pm|st|nd|rd|th|টায়|ଟାରେ)?$/iu.test(match[0])
        ? 'number'
        : null
      : (CLASS_OF.get(folded) ?? null);
    tokens.push({ from: match.index, to: match.index + match[0].length, folded, kind });
  }
  return tokens;
}

function trimmed(run: readonly Token[]): readonly Token[] {
  let from = 0;
  let to = run.length;
  const loose = (token: Token | undefined): boolean => token?.kind === 'before' || token?.kind === 'after';
  while (from < to && loose(run[from]) && !OPENING.has(run[from]?.folded ?? '')) from += 1;
  while (to > from && loose(run[to - 1]) && !CLOSING.has(run[to - 1]?.folded ?? '')) to -= 1;
  return run.slice(from, to);
}

function isTime(run: readonly Token[]): boolean {
  if (run.some(({ kind }) => kind === 'day' || kind === 'part' || kind === 'soon')) return true;
  return run.some(({ kind }, at) => {
    if (kind !== 'unit') return false;
    const before = run[at - 1];
    const named = before?.kind === 'number' || NAMING.has(before?.folded ?? '');
    return named || ['bhar', 'bad'].includes(run[at + 1]?.folded ?? '');
  });
}
