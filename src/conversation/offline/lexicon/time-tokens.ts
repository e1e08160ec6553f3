import { DOTTED_MERIDIEM, REGIONAL_PART_WORDS } from './instant-of';
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

export interface Token {
  readonly from: number;
  readonly to: number;
  readonly folded: string;
  readonly kind: TokenClass | null;
}
export type Run = readonly Token[];

const MARK = /^[,.!?;।–—-]/u;
const GOOD = wordsOf('good').trim();

export function tokensOf(text: string): Token[] {
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
