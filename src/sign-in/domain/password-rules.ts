import { codePointLength, foldCase, normalize } from '../../platform/kernel/text';
import { COMMON_PASSWORDS } from './common-passwords';

/** In code points, after NFC. */
export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;

/** NFC, with its spaces: stored and compared. */
export function preparedPassword(password: string): string {
  return normalize(password);
}

export function passwordProblem(password: string): string | undefined {
  const prepared = preparedPassword(password);
  const length = codePointLength(prepared);
  const { min, max } = PASSWORD_LENGTH;
  if (length < min) return `must have at least ${min} characters (it has ${length})`;
  if (length > max) return `must have at most ${max} characters (it has ${length})`;
  const folded = foldCase(prepared);
  return COMMON_PASSWORDS.has(folded) || isRun(folded) ? 'is too common' : undefined;
}

const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz'];

/** Whether a text is one character repeated, or digits or letters in order, forwards or backwards, also across the end. */
function isRun(text: string): boolean {
  const characters = Array.from(text);
  if (characters.every((character) => character === characters[0])) return true;
  return ROWS.some((row) =>
    [1, row.length - 1].some((step) =>
      characters.every((character, at) => {
        const place = row.indexOf(character);
        const next = characters[at + 1];
        return place >= 0 && (next === undefined || next === row[(place + step) % row.length]);
      }),
    ),
  );
}
