import { ACCOUNT_DEFAULT, retryField, retryOf } from './retry';

it('sends nothing for the account default', () => {
  expect(retryOf(ACCOUNT_DEFAULT)).toBeUndefined();
});

it.each([
  ['1', '60', { max_attempts: 1 }],
  ['3', '', { max_attempts: 3 }],
  ['3', '60, 240', { max_attempts: 3, wait_minutes: [60, 240] }],
  ['2', 'soon', { max_attempts: 2, wait_minutes: ['soon'] }],
])('sends %s attempts with waits "%s"', (attempts, waits, sent) => {
  expect(retryOf({ attempts, waits })).toEqual(sent);
});

it.each([
  ['retry.wait_minutes[0]', 'waits'],
  ['retry.max_attempts', 'attempts'],
  ['query.retry', 'attempts'],
  ['name', undefined],
])('shows a problem of %s at %s', (name, field) => {
  expect(retryField(name)).toBe(field);
});
