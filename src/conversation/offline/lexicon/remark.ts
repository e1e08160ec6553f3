import { anotherTimeIn, callsIfNeeded } from './another-time';
import { spellsNumber } from './amounts';
import { isMachine } from './answerer';
import * as availability from './rules/availability';
import * as interest from './rules/interest';
import * as optOut from './rules/opt-out';
import * as party from './rules/party';
import * as replies from './rules/replies';
import { AFFORDS, NOT_DONE, SETTLED, URGES, WANTS_ANEW, WANTS_END } from './rules/settled';
import type { Turn } from '../../../shared-kernel/talk';
import { clausesOf, isQuestion } from './sentences';
import { wordsOf } from './words';

export interface Remark {
  readonly text: string;
  readonly words: string;
  readonly neverAgain: boolean;
  readonly wrongNumber: boolean;
  readonly machine: boolean;
  readonly refuses: boolean;
  /** "Nahi chahiye": a refusal after the opening line, a plain answer to a yes/no question. */
  readonly declines: boolean;
  /** Has it already, cannot afford it, has no such plan: a refusal before the first question. */
  readonly settled: boolean;
  /** Ends an order or a contract: the wish of who calls for it, else a refusal. */
  readonly wantsEnd: boolean;
  readonly invites: boolean;
  readonly interested: boolean;
  /** "WhatsApp pe bhej dijiye". */
  readonly requestsDetails: boolean;
  readonly busy: boolean;
  /** "Abhi toh nahi": another time, unless it answers a question. */
  readonly notNow: boolean;
  /** In a meeting, on the road: an excuse, unless it answers a question. */
  readonly elsewhere: boolean;
  /** Decides later; before the first question another time. */
  readonly defers: boolean;
  readonly notThere: boolean;
  /** A relative reports that the contact is away, or another person is to be called: also after the first question. */
  readonly reportedAway: boolean;
  readonly callLater: boolean;
  readonly reschedules: boolean;
  /** A time that suits; the question decides for what. */
  readonly offersTime: boolean;
  readonly when: string | null;
  readonly wantsPerson: boolean;
  readonly asksWho: boolean;
  readonly asksIfMachine: boolean;
  readonly checksLine: boolean;
  readonly unclear: boolean;
  readonly dontKnow: boolean;
  /** Pain, loss, bad service: no reason for "very good". */
  readonly complains: boolean;
  readonly bereaved: boolean;
  readonly goodbye: boolean;
  readonly yes: boolean;
  readonly no: boolean;
  readonly asks: readonly string[];
  readonly says: readonly string[];
}

/** The first one counts: "haan, hostel nahi" is a yes, "nahi ji" and "ji nahi" are a no. */
function yesOrNo(words: string): { readonly yes: boolean; readonly no: boolean } {
  const yesAt = replies.YES.indexIn(words);
  const noAt = replies.NO.indexIn(words);
  const no = noAt >= 0 && (yesAt < 0 || noAt < yesAt);
  return { yes: !no && (yesAt >= 0 || replies.AGREES.test(words)), no };
}

function showsInterest(words: string): boolean {
  if (interest.OF_LANGUAGE.test(words) || WANTS_END.test(words)) return false;
  return interest.INTERESTED.test(words) || interest.wantsIt(words) || praises(words);
}

const praises = (words: string): boolean => interest.PRAISE.test(words) && !interest.CONTRAST.test(words);

const NOT_SETTLED = [
  replies.NOT_RECEIVED,
  replies.ASKS_IF_POSSIBLE,
  replies.NOT_REFUSED,
  WANTS_ANEW,
  URGES,
  availability.NOT_AT_HOME,
  availability.NOT_POSSIBLE_NOW,
  AFFORDS,
  NOT_DONE,
  availability.UNWELL,
];

function absenceIn(
  words: string,
): Pick<Remark, 'busy' | 'notNow' | 'elsewhere' | 'notThere' | 'reportedAway'> {
  const isHurried = availability.HURRIED.test(words);
  const elsewhere =
    !isHurried &&
    (availability.ELSEWHERE.test(words) ||
      (availability.UNWELL.test(words) && !availability.SYMPTOM.test(words))) &&
    !availability.SCHOOL_CLASS.test(words);
  const delegates = availability.DELEGATES.test(words);
  const notThere = delegates || availability.NOT_THERE.test(words);
  return {
    busy: !isHurried && (availability.BUSY.test(words) || availability.LEAVES.test(words)),
    notNow: availability.NOT_NOW.test(words) || availability.NOT_POSSIBLE_NOW.test(words),
    elsewhere,
    notThere,
    reportedAway: delegates || ((notThere || elsewhere) && availability.RELATIVE.test(words)),
  };
}

export function understand(text: string): Remark {
  const sentences = clausesOf(text);
  // A rule does not match across the end of a sentence.
  const words = sentences.map(wordsOf).join('|') || ' ';
  const machine = isMachine(text);
  const strong = optOut.OPT_OUT.test(words);
  const suspects = party.SUSPECTS.test(words);
  const refuses =
    (!suspects && interest.REFUSES.test(words)) || interest.DROPS.test(words) || callsIfNeeded(words);
  const unclear = replies.UNCLEAR.test(words) || replies.WHAT.test(words);
  const dontKnow = (replies.DONT_KNOW.test(words) && !spellsNumber(words)) || replies.SKIPS.test(words);
  const absence = absenceIn(words);
  const invites = replies.INVITES.test(words);
  const reschedules = availability.RESCHEDULES.test(words) && !availability.POSTPONED.test(words);
  const otherTime = anotherTimeIn(sentences);
  const goesOn = unclear || dontKnow || invites || absence.busy || otherTime.callLater || reschedules;
  const asks = sentences.filter((part) => isQuestion(part) && !isGreeting(part));
  return {
    text,
    words,
    neverAgain: !machine && (strong || (optOut.DO_NOT_CALL.test(words) && !optOut.FOR_NOW.test(words))),
    wrongNumber: party.WRONG_NUMBER.test(words),
    machine,
    refuses,
    declines: interest.DECLINES.test(words),
    settled: SETTLED.test(words) && !goesOn && !NOT_SETTLED.some((rule) => rule.test(words)),
    wantsEnd: WANTS_END.test(words),
    invites,
    interested: showsInterest(words),
    requestsDetails: interest.REQUESTS_DETAILS.test(words),
    ...absence,
    ...otherTime,
    reschedules,
    defers: availability.DEFERS.test(words),
    wantsPerson: party.WANTS_PERSON.test(words),
    asksWho: suspects || [party.ASKS_WHO, party.WHO, party.WHERE_FROM].some((asked) => asked.test(words)),
    asksIfMachine: party.ASKS_IF_MACHINE.test(words),
    checksLine: asks.length > 0 && replies.CHECKS_LINE.test(words),
    unclear,
    dontKnow,
    complains: replies.COMPLAINS.test(words),
    bereaved: replies.BEREAVED.test(words),
    goodbye: replies.GOODBYE.test(words),
    ...yesOrNo(words),
    asks,
    says: sentences.filter((part) => !isQuestion(part) && !isGreeting(part)),
  };
}

const understood = new WeakMap<Turn, Remark>();

/** Cached by turn: the dialogue reads all turns again at each utterance. */
export function understandTurn(turn: Turn): Remark {
  const known = understood.get(turn);
  if (known) return known;
  const remark = understand(turn.text);
  understood.set(turn, remark);
  return remark;
}

/** Nothing but "hello", "ji", "achha", thanks: no content. */
export function isGreeting(text: string): boolean {
  const words = wordsOf(text);
  return replies.PLEASANTRIES.test(words) || replies.HEARS_AGENT.test(words);
}

/** "Since when is there a problem?" */
export function isAboutTrouble(question: string): boolean {
  return replies.COMPLAINS.test(wordsOf(question));
}

/** "How would you rate your ride?" */
export function asksForOpinion(question: string): boolean {
  return replies.ASKS_FOR_OPINION.test(wordsOf(question));
}

/** "Nahi ji": no answer to a question of which, when or where. */
export function isBareNo({ no, words }: Remark): boolean {
  return no && consistsOf(words, replies.NO_WORDS);
}

/** "Great", "okay fine", "theek hai, kar do"; "do" alone is a number. */
export function isBareApproval({ words }: Remark): boolean {
  return consistsOf(replies.DO_SO.removedFrom(words), replies.APPROVAL_WORDS);
}

/** "Haan ji bilkul", "yes I do": no answer to a question of which, when or where, either. */
export function isBareYes({ yes, words }: Remark): boolean {
  return yes && consistsOf(words, replies.YES_WORDS);
}

/** "Nahi ji, abhi to nahi"; "Goa nahi, Manali" begins with its subject. */
export function beginsWithNo({ no, words }: Remark): boolean {
  return no && replies.BEGINS_WITH_NO.test(words);
}

/** "Nahi chahiye", "I don't want it", without what. */
export function isBareRefusal({ declines, words }: Remark): boolean {
  return declines && consistsOf(words, interest.REFUSAL_WORDS);
}

/** "Haan, interest hai", without in what. */
export function isBareInterest({ interested, words }: Remark): boolean {
  return interested && consistsOf(words, interest.INTEREST_WORDS);
}

/** "Haan main hi hoon": who speaks, and nothing else. */
export function isBareIdentity({ words }: Remark): boolean {
  return party.CONFIRMS_SELF.test(words);
}

/** "Haan, sun raha hoon, boliye". */
export function isBareInvitation({ invites, words }: Remark): boolean {
  return invites && consistsOf(words, replies.INVITATION_WORDS);
}

function consistsOf(words: string, allowed: ReadonlySet<string>): boolean {
  return words.split(/[ |]+/u).every((word) => word === '' || allowed.has(word));
}

/** @param most words */
export function isShort({ words }: Remark, most: number): boolean {
  return words.trim().split(' ').length <= most;
}

/** "Kahin bhi", "anything": an answer without content. */
export function isWhatever(text: string): boolean {
  return replies.WHATEVER.test(wordsOf(text));
}

/** Speech recognition often omits the question mark. */
export function soundsAsking(words: string): boolean {
  return replies.ASKING.test(words);
}
