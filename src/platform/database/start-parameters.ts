const OURS = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Start options of the URL, of PGOPTIONS, then ours, which win: `pg` prefers the URL, where one option would replace
 * all.
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
