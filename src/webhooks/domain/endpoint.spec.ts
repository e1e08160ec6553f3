import { type EndpointState, signingSecrets } from './endpoint';

const until = new Date('2026-11-20T10:00:00.000Z');
const endpoint: EndpointState = {
  accountId: 'acct_1',
  url: 'https://example.com/',
  secret: 'new',
  secretLast4: 'abc=',
  previousSecret: 'old',
  previousSecretUntil: until,
  createdAt: until,
  updatedAt: until,
};

test('signs with both secrets during the overlap, the newest first, and with one after it', () => {
  expect(signingSecrets(endpoint, new Date(until.getTime() - 1))).toEqual(['new', 'old']);
  expect(signingSecrets(endpoint, until)).toEqual(['new']);
  expect(signingSecrets({ ...endpoint, previousSecret: null, previousSecretUntil: null }, until)).toEqual([
    'new',
  ]);
});
