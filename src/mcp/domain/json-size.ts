/** Bytes of a value as JSON, in UTF-8. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The size to which larger parts are cut so that all together have `room`: at least `min`, Infinity when they fit. */
export function commonLimit(sizes: readonly number[], room: number, min: number): number {
  const sorted = [...sizes].sort((one, other) => one - other);
  let left = room;
  for (const [index, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (size > share) return Math.max(share, min);
    left -= size;
  }
  return Infinity;
}

const ELLIPSIS = '…';
const QUOTES_BYTES = 2;

/** The beginning of a text, cut at a code point, with an ellipsis: at most `maxBytes` as JSON. */
export function shorten(text: string, maxBytes: number): string {
  let left = maxBytes - bytesOf(ELLIPSIS);
  let end = 0;
  for (const point of text) {
    left -= bytesOf(point) - QUOTES_BYTES;
    if (left < 0) break;
    end += point.length;
  }
  return text.slice(0, end) + ELLIPSIS;
}
