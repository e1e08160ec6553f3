import { MAY_WAIT, WAITS } from './rules/wait';
import { wordsOf } from './words';

/** The remark asks to wait and answers nothing: "ek minute", "ruko, main poochta hoon". */
export function asksToWait(text: string): boolean {
  return WAITS.test(wordsOf(text));
}

/** A silence of this contact is to be expected. */
export function mayWait(text: string): boolean {
  return MAY_WAIT.test(wordsOf(text));
}
