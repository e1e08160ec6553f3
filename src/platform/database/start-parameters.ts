/** What a URL may say of a connection's start that the service says itself. */
const OURS = ['options', 'statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Where connections go and the options that they start with: the operator's of PGOPTIONS and, before those, of the URL;
 * then ours, which stand. They are taken out of the URL with the time limits, as `pg` lets a URL win over all that is said
 * beside it: one option in it would put off all of ours.
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
