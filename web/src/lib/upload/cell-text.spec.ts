import { cellText, numberText } from './cell-text';

test.each([
  ['', ''],
  ['x7', 'x7'],
  [' 7 ', '7'],
  ['12345678901234567', '12345678901234567'],
  ['1.5E3', '1500'],
  ['1.5E-3', '0.0015'],
  ['1E+40', '1e+40'],
  ['-0.0', '0'],
])('writes the number %j as %j', (stored, text) => expect(numberText(stored)).toBe(text));

test.each([
  [false, 'FALSE'],
  [7, '7'],
  [null, ''],
  [new Date(NaN), ''],
  [new Date('1899-12-30T14:03:05Z'), '14:03:05'],
])('shows %p as %j', (value, text) => expect(cellText(value)).toBe(text));
