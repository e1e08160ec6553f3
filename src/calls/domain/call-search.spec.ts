import { searchFor } from './call-search';

const codeOf = (country: string) => ({ IN: '91', AE: '971' })[country] ?? '0';

test.each([
  ['call_01kaf5v7m2q9x3t8w4z6c1b0dn', null, []],
  ['lead-4711', null, []],
  ['123456', null, []],
  ['+919876540001', null, ['+919876540001']],
  [' +91 98765-40001 ', null, ['+919876540001']],
  ['9876540001', null, ['+9876540001', '+919876540001']],
  ['09876540001', ['IN', 'AE'], ['+09876540001', '+919876540001']],
  ['501234567', ['AE'], ['+501234567', '+971501234567']],
  ['919876540001', null, ['+919876540001', '+91919876540001']],
])('searches %j with countries %j by %j', (text, countries, numbers) =>
  expect(searchFor(text, countries, codeOf)).toEqual({ text: text.trim(), numbers }),
);
