import { codePointLength, firstCodePoints, storable } from '../../platform/kernel/text';
import { depthOf } from './arguments';
import { parsedJson } from '../../platform/kernel/own';

const MAX_RESULT_LENGTH = 4_000;
/** Deeper JSON is handed on as text. */
const MAX_DEPTH = 64;

/** Text as JSON; undefined when it is none, or too deep to be read. */
export function parsedResult(text: string): unknown {
  return depthOf(text) > MAX_DEPTH ? undefined : parsedJson(text);
}

/**
 * Removes control characters; a result that is too long becomes text, and is cut. @param value JSON at most `MAX_DEPTH`
 * deep
 */
export function storedResult(value: unknown, length = MAX_RESULT_LENGTH): unknown {
  const clean = cleanResult(value);
  if (typeof clean === 'string') return firstCodePoints(clean, length);
  const text = JSON.stringify(clean ?? null);
  return codePointLength(text) > length ? firstCodePoints(text, length) : (clean ?? null);
}

/** Removes control characters, without a limit. */
export function cleanResult(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanResult);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [cleanText(name), cleanResult(item)]),
  );
}

function cleanText(text: string): string {
  return storable(text)
    .replace(/[\t\n\r]+/gu, ' ')
    .replace(/\p{Cc}/gu, '');
}
