import type { Remark } from './remark';
import { answerKindOf, hasNumber } from './topics';

const OTHER_SCRIPT = /[\u0980-\u0D7F]/u;

/** In doubt the remark is an answer. */
export function isAnswer(question: string, remark: Remark): boolean {
  if (remark.unclear) return false;
  if (remark.dontKnow) return true;
  const said = remark.says.join(' ');
  const many = said.split(/\s+/u).length >= 3;
  const kind = answerKindOf(question);
  // The rules know few words of these scripts.
  if (OTHER_SCRIPT.test(said)) return true;
  if (kind === 'yes_no') return remark.yes || remark.no || many;
  if (said === '') return false;
  if (kind === 'amount' || kind === 'number') return hasNumber(remark.words) || remark.no || many;
  return true;
}
