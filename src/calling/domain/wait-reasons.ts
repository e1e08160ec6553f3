/** Why calls of either kind wait, as the API returns it (R25). */
export const WAITS_FOR_NUMBER = 'Another call to this number is going on.';
export const WAITS_FOR_CREDITS = 'Waiting for credits: it goes on by itself after a top-up.';

/** @param lines of the account */
export function waitsForLine(lines: number): string {
  return `Waiting for a free line: all ${lines} are in use.`;
}
