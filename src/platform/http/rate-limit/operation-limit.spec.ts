import { beyondLimit, countedBy, type OperationLimit } from './operation-limit';

const LIMIT: OperationLimit = { kind: 'tries', of: 'login', max: 30, windowMs: 60_000, label: 'tries' };

test.each([
  [0, '1 s', 1],
  [1_001, '2 s', 2],
  [120_000, '120 s', 120],
  [121_000, '3 minutes', 121],
  [7_200_000, '120 minutes', 7_200],
  [7_201_000, '3 hours', 7_201],
])('reports a wait of %i ms as %s', (waitMs, words, seconds) => {
  const error = beyondLimit(LIMIT, waitMs);
  expect(error).toMatchObject({ code: 'rate_limited', seconds });
  expect(error.message).toBe(`More than 30 tries: try again in ${words}.`);
});

test('counts requests by their kind, and by person or account', () => {
  const person = { id: 'key_1', accountId: 'acct_1', login: { id: 'login_1' } };
  const key = { id: 'key_1', accountId: 'acct_1', login: null };
  expect(countedBy(LIMIT, person)).toBe('tries:login_1');
  expect(countedBy(LIMIT, key)).toBeNull();
  expect(countedBy({ ...LIMIT, of: 'account' }, key)).toBe('tries:acct_1');
});
