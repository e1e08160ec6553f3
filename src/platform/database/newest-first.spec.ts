import { newestFirst } from './newest-first';

const CONDITIONS = { status: 't.status = $', endedAfter: 't.ended_at > $' };

test('numbers conditions, cursor and limit in their order, and omits missing ones', () => {
  const at = new Date(0);
  const page = { table: 'calls', accountId: 'acct_1', conditions: CONDITIONS, time: 'created_at', limit: 21 };
  expect(newestFirst({ ...page, filter: {}, after: undefined })).toEqual({
    sql: 'WHERE t.account_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT $2',
    parameters: ['acct_1', 21],
  });
  expect(newestFirst({ ...page, filter: { endedAfter: at, status: 'busy' }, after: 'call_1' })).toEqual({
    sql: 'WHERE t.account_id = $1 AND t.status = $2 AND t.ended_at > $3 AND (t.created_at, t.id) < ((SELECT l.created_at FROM calls AS l WHERE l.account_id = $1 AND l.id = $4), $4) ORDER BY t.created_at DESC, t.id DESC LIMIT $5',
    parameters: ['acct_1', 'busy', at, 'call_1', 21],
  });
});
