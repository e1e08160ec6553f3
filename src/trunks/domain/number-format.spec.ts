import { isE164 } from '../../platform/kernel/e164';
import { type NumberFormat, readNumbers, writeNumber } from './number-format';

const INDIA = '+919876543210';
const ABROAD = '+971501234567';
const as = (format: NumberFormat['format'], prefix: string | null = null): NumberFormat => ({
  format,
  callingCode: format === 'national' ? '91' : null,
  prefix,
});

describe('formatting both ways', () =>
  test.each([
    [INDIA, as('e164'), '+919876543210'],
    [INDIA, as('plain'), '919876543210'],
    [INDIA, as('national'), '09876543210'],
    [ABROAD, as('e164'), '+971501234567'],
    [ABROAD, as('plain'), '971501234567'],
    [ABROAD, as('national'), '00971501234567'],
    [INDIA, as('e164', '9'), '9+919876543210'],
    [INDIA, as('plain', '*7#'), '*7#919876543210'],
    [INDIA, as('national', '9'), '909876543210'],
    [ABROAD, as('national', '9'), '900971501234567'],
  ])('converts %s as %j to %s', (number, format, user) => {
    expect(writeNumber(number, format)).toBe(user);
    expect(readNumbers(user, format)).toContain(number);
  }));

describe('parsing inbound numbers', () => {
  test.each([
    ['without the prefix that we send', '09876543210', as('national', '9'), INDIA],
    ['with + in whatever format', '+919876543210', as('plain'), INDIA],
    ['with + in whatever format', '+919876543210', as('national'), INDIA],
    ['with parameters', '919876543210;npdi', as('plain'), INDIA],
    ['with separators', '+91-98765.(43210)', as('e164'), INDIA],
    ['the context of a country', '98765-43210;phone-context=+91', as('e164'), INDIA],
    ['the context of an area', '4-3210;ext=7;Phone-Context=+91-98765', as('national'), INDIA],
    ['a + with a context', '+919876543210;phone-context=+1', as('national'), INDIA],
    ['0 with a context', '09876543210;phone-context=+91', as('national'), INDIA],
    ['0 with a context where a + is due', '09876543210;phone-context=+91', as('e164'), null],
    ['the context of a domain', '9876543210;phone-context=ims.example.in', as('e164'), null],
    ['digits where a + is due', '919876543210', as('e164'), null],
    ['00 where a + is due', '00919876543210', as('e164'), null],
    ['no 0 where one is due', '9876543210', as('national'), null],
    ['an extension', '101', as('plain'), null],
    ['a word', 'anonymous', as('plain'), null],
    ['nothing', '', as('national'), null],
    ['16 digits', '1234567890123456', as('plain'), null],
    ['a calling code that begins with 0', '0123456789', as('plain'), null],
  ])('converts %s: %s', (_what, user, format, number) =>
    expect(readNumbers(user, format)).toEqual(number === null ? [] : [number]),
  );

  test('tries a number within its context before the whole number', () =>
    expect(readNumbers('919876543210;phone-context=+91', as('plain'))).toEqual(['+91919876543210', INDIA]));

  test('tries a number that begins with the prefix itself before the rest of it', () => {
    expect(readNumbers('919876543210', as('plain', '9'))).toEqual([INDIA, '+19876543210']);
    expect(readNumbers('009876543210', as('national', '0'))).toEqual(['+9876543210', INDIA]);
  });

  test('reads a number of megabytes once', () =>
    expect(readNumbers('9'.repeat(5_000_000), as('plain', '9'))).toEqual([]));
});

test.each([
  ['+140123', true],
  ['+1600123456', true],
  ['+12345', false],
  ['+1234567890123456', false],
  ['919876543210', false],
  ['+0123456789', false],
])('normalizes own number %s: %s', (text, valid) => expect(isE164(text)).toBe(valid));
