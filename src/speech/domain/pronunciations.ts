import type { Pronunciation } from '../../shared-kernel/talk';

/** Puts what is to be said in the place of whole words, ignoring case. For synthesis alone: transcripts keep the text. */
export function pronounce(list: readonly Pronunciation[]): (text: string) => string {
  if (list.length === 0) return (text) => text;
  const say = new Map(list.map((one) => [one.text.toLowerCase(), one.say]));
  // Of two that begin alike the longer one counts.
  const words = [...say.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'));
  const whole = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
  return (text) => text.replace(whole, (found) => say.get(found.toLowerCase()) ?? found);
}
