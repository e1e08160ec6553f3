import {
  getCountryCallingCode,
  getCountries,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { Metadata, type MetadataJson } from 'libphonenumber-js/core';
import METADATA from 'libphonenumber-js/max/metadata';

const FORMATTING = /[\s.\-()[\]‐-―]/g;
/** Satellite and other global networks, and premium services. */
const OUTSIDE_COUNTRIES = new Set(['870', '881', '882', '883', '979']);
const PREMIUM = 'PREMIUM_RATE';
const SHORT = /^\d{1,3}$/;
const WRONG_LENGTH = 'must have as many digits as numbers of its country have';

export function isCallableCountry(code: string): boolean {
  return isSupportedCountry(code);
}

export function isCallingCode(text: string): boolean {
  return getCountries().some((country) => getCountryCallingCode(country) === text);
}

/** The calling code of an ISO 3166 code in capitals, or of a calling code itself; null for another text. */
export function callingCodeOf(country: string): string | null {
  if (isSupportedCountry(country)) return getCountryCallingCode(country);
  return isCallingCode(country) ? country : null;
}

export interface CallableNumber {
  readonly e164: string;
  /** ISO 3166; undefined for a number without a country. */
  readonly country: string | undefined;
}

/** One request converts, validates and compares its number with the account's countries. */
let last: { readonly text: string; readonly number: CallableNumber } | null = null;

/**
 * Drops formatting, requires E.164 with its `+` and a possible number of its numbering plan, and refuses
 * premium-rate, satellite and emergency numbers.
 * @returns the number, or its problem, which completes "phone_number …"
 */
export function readPhoneNumber(text: string): CallableNumber | string {
  if (last !== null && (text === last.text || text === last.number.e164)) return last.number;
  const number = parse(text);
  if (typeof number !== 'string') last = { text, number };
  return number;
}

export function countryProblem(number: string, countries: readonly string[] | null): string | undefined {
  if (countries === null) return undefined;
  const read = readPhoneNumber(number);
  if (typeof read === 'string' || (read.country !== undefined && countries.includes(read.country)))
    return undefined;
  return `must be a number of one of the account's countries: ${countries.join(', ')}`;
}

/** Checks a number that was accepted earlier. Completes "phone_number …". */
export function dialProblem(number: string, countries: readonly string[] | null): string | undefined {
  const read = readPhoneNumber(number);
  return typeof read === 'string' ? read : countryProblem(number, countries);
}

/** In digits. With an unknown country code, everything is the national number. */
export function partsOf(e164: string): { readonly code: string; readonly national: string } {
  const parsed = parsePhoneNumberFromString(e164);
  if (!parsed) return { code: '', national: e164.replace(/\D/g, '') };
  return { code: parsed.countryCallingCode, national: parsed.nationalNumber };
}

function parse(text: string): CallableNumber | string {
  const compact = text.replace(FORMATTING, '');
  if (!/^\+[1-9]\d{1,14}$/.test(compact)) {
    return 'must be a phone number in E.164 with its + and country code, such as +919876543210';
  }
  const parsed: PhoneNumber | undefined = parsePhoneNumberFromString(compact);
  if (!parsed) {
    return beginsWithCallingCode(compact)
      ? WRONG_LENGTH
      : 'must begin with a country code that exists, such as +91';
  }
  if (OUTSIDE_COUNTRIES.has(parsed.countryCallingCode))
    return 'must not be a satellite or premium-rate number';
  if (SHORT.test(parsed.nationalNumber)) return 'must not be an emergency or short number';
  if (!parsed.isPossible()) return WRONG_LENGTH;
  if (mayBePremium(parsed) && parsed.getType() === PREMIUM) return 'must not be a premium-rate number';
  return { e164: parsed.number, country: parsed.country ?? parsed.getPossibleCountries()[0] };
}

function beginsWithCallingCode(e164: string): boolean {
  return [1, 2, 3].some((digits) => isCallingCode(e164.slice(1, digits + 1)));
}

/** The package's pattern of premium-rate numbers, which its types leave out. */
interface NumberTypes {
  type(name: typeof PREMIUM): { pattern(): string } | undefined;
}

const PREMIUM_PATTERNS = new Map<CountryCode, RegExp | null>();

/** `getType` compiles the patterns of all types anew for each number, half the time of a row of a batch. */
function mayBePremium({ country, nationalNumber }: PhoneNumber): boolean {
  if (country === undefined) return true;
  let pattern = PREMIUM_PATTERNS.get(country);
  if (pattern === undefined) {
    const metadata = new Metadata(METADATA as unknown as MetadataJson);
    metadata.selectNumberingPlan(country);
    const source = (metadata as unknown as NumberTypes).type(PREMIUM)?.pattern();
    pattern = source ? new RegExp(`^(?:${source})$`) : null;
    PREMIUM_PATTERNS.set(country, pattern);
  }
  return pattern?.test(nationalNumber) ?? false;
}

/** For a number in a path or query, where the leading + may be missing or arrive as a space. */
export function withPlus(text: string): string {
  return text.includes('+') ? text : `+${text.trimStart()}`;
}

/** The number as it is stored; a text that is no number stays. */
export function storedNumber(text: string): string {
  const read = readPhoneNumber(withPlus(text));
  return typeof read === 'string' ? text : read.e164;
}
