/** Limit of keyterms in a URL, in bytes. */
const MAX_BYTES = 2_048;

/** The first keyterms that fit into a URL. */
export function limitKeyterms(keyterms: readonly string[]): string[] {
  let bytes = 0;
  return keyterms.filter((term) => (bytes += encodeURIComponent(term).length + 10) <= MAX_BYTES);
}
