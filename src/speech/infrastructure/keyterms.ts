/** The limit of keyterms in a URL. */
const MAX_BYTES = 2_048;

export function limitKeyterms(keyterms: readonly string[]): string[] {
  let bytes = 0;
  return keyterms.filter((term) => (bytes += encodeURIComponent(term).length + 10) <= MAX_BYTES);
}
