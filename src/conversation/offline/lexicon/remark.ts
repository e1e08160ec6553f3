import { anotherTimeIn, callsIfNeeded } from './another-time';
import * as availability from './rules/availability';
import * as interest from './rules/interest';
import * as optOut from './rules/opt-out';
import * as party from './rules/party';
import * as replies from './rules/replies';
import { SETTLED } from './rules/settled';
import type { Turn } from '../../../platform/kernel/talk';
import { sentencesOf } from './sentences';
import { wordsOf } from './words';

/** What is meant by something the contact said: the signs that change where a talk goes, or how it is read. */
export interface Remark {
  readonly text: string;
  /** Folded, see `wordsOf`. */
  readonly words: string;
  /** Never call again, whatever else was said. */
  readonly neverAgain: boolean;
  readonly wrongNumber: boolean;
  /** The greeting of a machine. */
  readonly machine: boolean;
  /** A refusal that is one in any place; polite ones included. */
  readonly refuses: boolean;
  /** "Nahi chahiye": a refusal after the opening line, a plain answer to a question of yes or no. */
  readonly declines: boolean;
  /** Has it already, cannot afford it, has no such plan: a refusal before anything was asked. */
  readonly settled: boolean;
  /** "Boliye": asks the agent to go on. */
  readonly invites: boolean;
  readonly interested: boolean;
  readonly busy: boolean;
  /** "Abhi toh nahi": another time, unless it answers a question. */
  readonly notNow: boolean;
  /** In a meeting, on the road: an excuse, unless it answers a question. */
  readonly elsewhere: boolean;
  /** Somebody else is on the phone, and the contact is not there. */
  readonly notThere: boolean;
  /** Asks to be called at another time. */
  readonly callLater: boolean;
  /** Names a time that suits; for what, only the question tells. */
  readonly offersTime: boolean;
  /** The contact's own words for a time, as they were said. */
  readonly when: string | null;
  readonly wantsPerson: boolean;
  readonly asksWho: boolean;
  /** Did not hear or understand the agent. */
  readonly unclear: boolean;
  readonly dontKnow: boolean;
  readonly yes: boolean;
  readonly no: boolean;
  /** The sentences that ask something. */
  readonly asks: readonly string[];
  /** The sentences that say something beyond "hello", "ji" and thanks. */
  readonly says: readonly string[];
}

/** Yes or no, by whichever is said first: "haan, hostel nahi" is a yes, "nahi ji" and "ji nahi" are a no. */
function leaning(words: string): { readonly yes: boolean; readonly no: boolean } {
  const yesAt = replies.YES.exec(words)?.index ?? -1;
  const noAt = replies.NO.exec(words)?.index ?? -1;
  const no = noAt >= 0 && (yesAt < 0 || noAt < yesAt);
  return { yes: !no && (yesAt >= 0 || replies.AGREES.test(words)), no };
}

const praises = (words: string): boolean => interest.PRAISE.test(words) && !interest.CONTRAST.test(words);

/** Reads one remark of the contact. Any text will do; what is in no rule sets no sign. */
export function understand(text: string): Remark {
  const sentences = sentencesOf(text);
  // A rule never reaches over the end of a sentence.
  const words = sentences.map(wordsOf).join('|') || ' ';
  const machine = party.MACHINE.test(words);
  const strong = optOut.OPT_OUT.test(words);
  const refuses = interest.REFUSES.test(words) || callsIfNeeded(words);
  const unclear = replies.UNCLEAR.test(words);
  const dontKnow = replies.DONT_KNOW.test(words);
  const busy = availability.BUSY.test(words);
  const invites = replies.INVITES.test(words);
  const asks = sentences.filter((part) => part.endsWith('?') && !isGreeting(part));
  return {
    text,
    words,
    neverAgain: !machine && (strong || (optOut.DO_NOT_CALL.test(words) && !optOut.FOR_NOW.test(words))),
    wrongNumber: party.WRONG_NUMBER.test(words),
    machine,
    refuses,
    declines: interest.DECLINES.test(words),
    settled: SETTLED.test(words) && !unclear && !dontKnow && !invites && !busy,
    invites,
    interested: interest.INTERESTED.test(words) || interest.wantsIt(words) || praises(words),
    busy,
    notNow: availability.NOT_NOW.test(words),
    elsewhere: availability.ELSEWHERE.test(words),
    notThere: availability.NOT_THERE.test(words),
    ...anotherTimeIn(sentences),
    wantsPerson: party.WANTS_PERSON.test(words),
    asksWho: party.ASKS_WHO.test(words),
    unclear,
    dontKnow,
    ...leaning(words),
    asks,
    says: sentences.filter((part) => !part.endsWith('?') && !isGreeting(part)),
  };
}

const understood = new WeakMap<Turn, Remark>();

/** As `understand`, once for each turn: engines go through a talk's turns again at every utterance. */
export function understandTurn(turn: Turn): Remark {
  const known = understood.get(turn);
  if (known) return known;
  const remark = understand(turn.text);
  understood.set(turn, remark);
  return remark;
}

/** Nothing but "hello", "ji", "achha", thanks: the words that carry no answer. */
export function isGreeting(text: string): boolean {
  return replies.PLEASANTRIES.test(wordsOf(text));
}

/** "Ek minute": keeps the other waiting. */
export function asksToWait(text: string): boolean {
  return availability.ASKS_TO_WAIT.test(wordsOf(text));
}

/** "Kahin bhi", "anything": an answer in form only. */
export function isWhatever(text: string): boolean {
  const words = wordsOf(text);
  return replies.WHATEVER.exec(words)?.[0].length === words.length;
}

/** Asks something, with or without a question mark (speech recognition often leaves it out). */
export function soundsAsking(words: string): boolean {
  return replies.ASKING.test(words);
}
