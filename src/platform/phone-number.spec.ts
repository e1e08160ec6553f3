import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { dialProblem, readPhoneNumber, storedNumber } from './phone-number';

test.each([
  ['+919876540001', '+919876540001', 'IN'],
  ['+91 98765 40001', '+919876540001', 'IN'],
  ['+91-(98765)-40001', '+919876540001', 'IN'],
  ['+91.98765.40001', '+919876540001', 'IN'],
  ['+1 (415) 555-0001', '+14155550001', 'US'],
  ['+971501230002', '+971501230002', 'AE'],
])('normalizes %s to %s', (text, e164, country) => expect(readPhoneNumber(text)).toEqual({ e164, country }));

test.each([
  ['919876540001', '+919876540001'],
  [' 91 98765 40001', '+919876540001'],
  ['(+91) 98765-40001', '+919876540001'],
  ['(91) 98765-40001', '+919876540001'],
  ['nobody', 'nobody'],
])('finds the number that is stored for %s', (text, stored) => expect(storedNumber(text)).toBe(stored));

test.each([
  ['9876540001', 'E.164'],
  ['00919876540001', 'E.164'],
  ['+91', 'digits'],
  ['+919', 'digits'],
  ['+99', 'country code'],
  ['', 'E.164'],
  ['+91987654000a', 'E.164'],
  ['+9198765400012345', 'E.164'],
  ['+999123456789', 'country code'],
  ['+9198765', 'digits'],
  ['+870773111632', 'satellite'],
  ['+881612345678', 'satellite'],
  ['+979123456789', 'premium'],
  ['+19002345678', 'premium'],
  ['+91112', 'emergency'],
  ['+1911', 'emergency'],
])('rejects %s: %s', (text, why) => expect(readPhoneNumber(text)).toEqual(expect.stringContaining(why)));

test.each([
  ['+919876540001', null, undefined],
  ['+919876540001', ['AE', 'IN'], undefined],
  ['+919876540001', ['AE'], "must be a number of one of the account's countries: AE"],
  ['+19002345678', null, 'must not be a premium-rate number'],
])('checks %s with the countries %j: %s', (number, countries, problem) =>
  expect(dialProblem(number, countries)).toBe(problem),
);

describe('premium-rate numbers', () => {
  const PREFIXES = [
    '',
    '0',
    '1',
    '19',
    '2',
    '4',
    '60',
    '608',
    '70',
    '80',
    '81',
    '86',
    '89',
    '9',
    '90',
    '900',
    '906',
  ];
  const LENGTHS = [6, 7, 8, 9, 10, 11];
  const numbers = getCountries().flatMap((country) =>
    LENGTHS.flatMap((length) =>
      PREFIXES.map((prefix) => `+${getCountryCallingCode(country)}${prefix.padEnd(length, '2345678')}`),
    ),
  );
  const isPremium = (number: string) => parsePhoneNumberFromString(number)?.getType() === 'PREMIUM_RATE';
  const isRefused = (number: string) => readPhoneNumber(number) === 'must not be a premium-rate number';

  it('are rejected in every country, and no other numbers', () => {
    const premium = numbers.filter(isPremium);
    expect(premium.length).toBeGreaterThan(100);
    expect(numbers.filter(isRefused)).toEqual(premium);
  });
});
