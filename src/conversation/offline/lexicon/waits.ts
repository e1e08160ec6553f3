import { MAY_FALL_SILENT, WAITS } from './rules/wait';
import { wordsOf } from './words';

/** True for a remark that requests a pause and answers nothing: "ek minute", "ruko, main poochta hoon". */
export function requestsWait(text: string): boolean {
  return WAITS.test(wordsOf(text));
}

/** True where a silence of the contact is to be expected, also within an answer. */
export function mayFallSilent(text: string): boolean {
  return MAY_FALL_SILENT.test(wordsOf(text));
}
