/** Of an address that has them, in bytes. */
const MAX_BYTES = 2_048;

/** As many keyterms, the first ones, as an address may hold. */
export function limitKeyterms(keyterms: readonly string[]): string[] {
  let bytes = 0;
  return keyterms.filter((term) => (bytes += encodeURIComponent(term).length + 10) <= MAX_BYTES);
}
