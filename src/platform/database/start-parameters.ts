/** The service sets these itself. */
const OURS = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * The URL of the connections and their start options: those of the URL, of PGOPTIONS, then ours, which win. They are
 * removed from the URL, because `pg` prefers the URL: one option in it would replace all of ours.
 */
export function connectionTo(
  databaseUrl: string,
  ...ours: readonly string[]
): { readonly url: string; readonly options: string } {
  const url = new URL(databaseUrl);
  const options = [process.env['PGOPTIONS'] ?? '', ...url.searchParams.getAll('options'), ...ours];
  for (const name of OURS) url.searchParams.delete(name);
  return { url: url.href, options: options.join(' ').trim() };
}
