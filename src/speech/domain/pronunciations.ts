import type { Pronunciation } from '../../shared-kernel/talk';

/** Replaces whole words by their pronunciation, ignoring case. Only for synthesis: transcripts have the original. */
export function pronounce(list: readonly Pronunciation[]): (text: string) => string {
  const spoken = new Map(list.map((one) => [one.text.toLowerCase(), one.say]));
  // Longer texts come first: of two with the same beginning the longer one matches.
  const words = [...spoken.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'));
  const whole = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
  return (text) => text.replace(whole, (found) => spoken.get(found.toLowerCase()) ?? found);
}
