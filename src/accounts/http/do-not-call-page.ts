import { listView } from '../../platform/http/answers/lists';
import { pageSize } from '../../platform/http/fields/page.request';
import type { DoNotCallList } from '../application/do-not-call-list';
import { doNotCallView } from '../application/do-not-call.view';
import { storedNumber } from '../../platform/phone-number';
import type { DoNotCallQuery } from './do-not-call.requests';

/** The page that a query of a key or of the console names. */
export async function doNotCallPage(list: DoNotCallList, accountId: string, query: DoNotCallQuery) {
  const { phone_number: number, starting_after: last } = query;
  const page = await list.list(accountId, pageSize(query), {
    startingAfter: last === undefined ? undefined : storedNumber(last),
    phoneNumber: number === undefined ? undefined : storedNumber(number),
  });
  return listView(page.rows.map(doNotCallView), page.hasMore);
}
