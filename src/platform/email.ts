/** The limits of SMTP: 64 before the @, 254 in all. */
const MAX_LOCAL_PART_LENGTH = 64;
export const MAX_EMAIL_LENGTH = 254;

// Without controls and line breaks, which could inject e-mail headers.
const LOCAL = /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@.]+(?:\.[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@.]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** Completes "FIELD …". */
export function emailProblem(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const labels = text.slice(at + 1).split('.');
  const valid =
    local.length <= MAX_LOCAL_PART_LENGTH &&
    LOCAL.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label));
  return valid ? undefined : 'must be an e-mail address, such as meera@example.com';
}
