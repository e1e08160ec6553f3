import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

const FORMATTING = /[\s.\-()[\]‐-―]/g;
/** Calling codes of satellite and other networks above the countries, and of premium services. */
const OUTSIDE_COUNTRIES = new Set(['870', '881', '882', '883', '979']);
const PREMIUM = 'PREMIUM_RATE';
/** Nobody dials three digits behind a country code but for help or information. */
const SHORT = /^\d{1,3}$/;

/** Whether numbers of a country can be told: an ISO 3166 code in capitals. */
export function isCallableCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/** A number that may be called. */
export interface CallableNumber {
  readonly e164: string;
  /** ISO 3166 code, when the number belongs to a country. */
  readonly country: string | undefined;
}

/** The number that was read last: a field of a request is cleaned, checked and compared with the key's countries. */
let last: { readonly text: string; readonly number: CallableNumber } | null = null;

/**
 * Reads a phone number as the description says: formatting is dropped, then E.164 with its `+`, possible by the numbering
 * plan, not a premium-rate, satellite or emergency number.
 * @returns the number, or what is wrong with it, in words that complete "phone_number …".
 */
export function readPhoneNumber(text: string): CallableNumber | string {
  if (last !== null && (text === last.text || text === last.number.e164)) return last.number;
  const number = parse(text);
  if (typeof number !== 'string') last = { text, number };
  return number;
}

/** The country code and the rest of a number, in digits. Of one whose country code is unknown all are the rest. */
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
  if (!parsed) return 'must begin with a country code that exists, such as +91';
  if (OUTSIDE_COUNTRIES.has(parsed.countryCallingCode))
    return 'must not be a satellite or premium-rate number';
  if (SHORT.test(parsed.nationalNumber)) return 'must not be an emergency or short number';
  if (!parsed.isPossible()) return 'must have as many digits as numbers of its country have';
  if (parsed.getType() === PREMIUM) return 'must not be a premium-rate number';
  return { e164: parsed.number, country: parsed.country ?? parsed.getPossibleCountries()[0] };
}
