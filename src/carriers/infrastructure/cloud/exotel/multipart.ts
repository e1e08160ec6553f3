import type { Pairs } from '../adapter';

/** Callbacks have some dozens; further fields are ignored. */
const MAX_FIELDS = 512;
/** RFC 2046, 5.1.1, with the two dashes before it. */
const DELIMITER = /^--[^\r\n]{1,70}$/;
const NAME = /;\s?name="([^"\r\n]*)"/i;

/** Reads the fields of multipart/form-data (RFC 7578). Empty for another body. */
export function multipartFields(body: string): Pairs {
  const delimiter = body.slice(0, Math.max(0, body.indexOf('\r\n')));
  if (!DELIMITER.test(delimiter)) return [];
  const parts = `\r\n${body}`.split(`\r\n${delimiter}`, MAX_FIELDS + 1).slice(1);
  return parts.flatMap((part) => {
    const gap = part.indexOf('\r\n\r\n');
    const name = NAME.exec(part.slice(0, Math.max(0, gap)))?.[1];
    return name === undefined ? [] : [[name, part.slice(gap + 4)] as const];
  });
}
