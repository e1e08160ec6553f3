import type { Answerer } from '../../domain/text-line';
import * as rules from './rules/answerer';
import type { Rule } from './rule';
import { wordsOf } from './words';

/** In order of precedence: a screener and a voicemail also report that the contact is away. */
const RULES: readonly (readonly [Answerer, Rule])[] = [
  ['screening', rules.SCREENING],
  ['voicemail', rules.VOICEMAIL],
  ['ivr', rules.IVR],
  ['announcement', rules.ANNOUNCEMENT],
];

/** Detects the answerer by phrases of Hindi, Hinglish and English; null in doubt: a person. */
export function answererOf(text: string): Answerer | null {
  const words = rules.OWN_MESSAGE.removedFrom(wordsOf(text));
  const answerer = RULES.find(([, said]) => said.test(words))?.[0] ?? null;
  return answerer === 'announcement' && rules.PERSONAL.test(words) ? null : answerer;
}

/** True for a voicemail and for an announcement: no person has answered. */
export function isMachine(text: string): boolean {
  const answerer = answererOf(text);
  return answerer === 'voicemail' || answerer === 'announcement';
}

/** Words of an announcement that a voicemail's greeting may begin with, too. */
export function mayBeginGreeting(text: string): boolean {
  return rules.AWAY.test(wordsOf(text));
}

export function isRecordingNotice(text: string): boolean {
  return rules.RECORDING_NOTICE.test(wordsOf(text)) && wordsOf(text).split(' ').length <= 18;
}

export function isOnHoldMessage(text: string): boolean {
  return rules.HOLD_MESSAGE.test(wordsOf(text));
}
