import type { Json } from '../../domain/fitted';
import type { Caller } from '../../domain/api';

const PAGE = 100;
/** Of the do-not-call list, newest first. */
const MAX_PAGES = 20;

/** The do-not-call entry of a number; null: it is not among the newest 2,000, which have `searched`. */
export async function findListed(
  caller: Caller,
  number: unknown,
): Promise<Json | { readonly searched: number } | null> {
  const digits = digitsOf(number);
  let after: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const list = await caller.get('/do-not-call', { limit: PAGE, starting_after: after });
    const entries = list['data'] as readonly Json[];
    const found = entries.find(({ phone_number: listed }) => digitsOf(listed) === digits);
    if (found) return found;
    if (list['has_more'] !== true) return null;
    after = entries.at(-1)?.['phone_number'];
  }
  return { searched: PAGE * MAX_PAGES };
}

/** As the API compares numbers: whatever stands between the digits. */
function digitsOf(number: unknown): string {
  return String(number).replace(/\D/gu, '');
}
