import type { Answerer } from '../domain/text-line';
import * as rules from './lexicon/rules/answerer';
import { wordsOf } from './lexicon/words';

/** In the order in which they are asked: a screener and a voicemail also say that somebody is not there. */
const RULES: readonly (readonly [Answerer, RegExp])[] = [
  ['screening', rules.SCREENING],
  ['voicemail', rules.VOICEMAIL],
  ['ivr', rules.IVR],
  ['announcement', rules.ANNOUNCEMENT],
];

/** The machine that says these words, by the phrases of Hindi, Hinglish and English; null in doubt: a person. */
export function answererOf(text: string): Answerer | null {
  const words = wordsOf(text);
  return RULES.find(([, said]) => said.test(words))?.[0] ?? null;
}

/** Nothing but "this call is being recorded". */
export function isRecordingNotice(text: string): boolean {
  return rules.RECORDING_NOTICE.test(wordsOf(text)) && wordsOf(text).split(' ').length <= 18;
}

/** The line is on hold, says a machine. */
export function isHoldMessage(text: string): boolean {
  return rules.HOLD_MESSAGE.test(wordsOf(text));
}

/** The contact asks for a moment, such as "ek minute". */
export function asksToWait(text: string): boolean {
  return rules.WAIT.test(wordsOf(text));
}
