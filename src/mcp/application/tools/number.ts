import type { Json } from '../../domain/fitted';
import { type Caller, envelopeOf, Refusal } from '../../domain/api';

const PAGE = 100;
/** Of the do-not-call list, newest first. */
const MAX_PAGES = 20;

/** The message of the API. */
export const DO_NOT_CALL = 'The contact asked not to be called: the number is on the do-not-call list.';

/** @throws Refusal as a call to the number would be refused */
export async function mustBeCallable(caller: Caller, number: unknown): Promise<void> {
  const listed = await findListed(caller, number);
  if (listed && !('searched' in listed)) throw new Refusal(envelopeOf('do_not_call', DO_NOT_CALL));
}

/** The do-not-call entry of a number; null: it is not among the newest 2,000, which have `searched`. */
export async function findListed(
  caller: Caller,
  number: unknown,
): Promise<Json | { readonly searched: number } | null> {
  let after: unknown;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const list = await caller.get('/do-not-call', { limit: PAGE, starting_after: after });
    const entries = list['data'] as readonly Json[];
    const found = entries.find(({ phone_number: listed }) => listed === number);
    if (found) return found;
    if (list['has_more'] !== true) return null;
    after = entries.at(-1)?.['phone_number'];
  }
  return { searched: PAGE * MAX_PAGES };
}
