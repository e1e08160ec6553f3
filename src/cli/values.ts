import { isDay } from '../platform/kernel/instant';
import { type Amount, parseAmount } from '../platform/kernel/amount';
import { emailProblem } from '../platform/email';
import { isE164 } from '../platform/kernel/e164';
import { codePointLength, controlProblem } from '../platform/kernel/text';
import { isTimeZone } from '../platform/kernel/zoned-time';
import { isCallableCountry, readPhoneNumber } from '../platform/phone-number';
import { UsageError } from './output';

/** @throws UsageError with the valid form */
type Reader<T> = (text: string) => T;

function problem(option: string, text: string, right: string): UsageError {
  return new UsageError(`${option} ${JSON.stringify(text)} must be ${right}.`);
}

export function text(option: string, longest = 120): Reader<string> {
  return (value) => {
    const trimmed = value.trim();
    if (trimmed === '' || codePointLength(trimmed) > longest || controlProblem(trimmed) !== undefined)
      throw problem(option, value, `a text of 1 to ${longest} characters without control characters`);
    return trimmed;
  };
}

export function choice<T extends string>(option: string, options: readonly T[]): Reader<T> {
  return (value) => {
    const chosen = options.find((known) => known === value);
    if (chosen === undefined) throw problem(option, value, `one of ${options.join(', ')}`);
    return chosen;
  };
}

export function wholeNumber(option: string, least: number, most: number): Reader<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw problem(option, value, `a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

/** Fractions are allowed, in units of `unitSeconds`; returns whole seconds. */
export function seconds(option: string, unitSeconds: number, least: number, most: number): Reader<number> {
  return (value) => {
    const whole = Math.round(Number(value) * unitSeconds);
    if (!/^\d+(\.\d+)?$/.test(value) || whole < least || whole > most) {
      const range = `${least > 0 ? 'above 0 and at most' : 'from 0 to'} ${most / unitSeconds}`;
      throw problem(option, value, `a number ${range}; fractions are allowed`);
    }
    return whole;
  };
}

export function amount(option: string, { zero }: { zero: boolean }): Reader<Amount> {
  return (value) => {
    const read = parseAmount(value);
    if (read === undefined || read < 0n || (read === 0n && !zero)) {
      throw problem(
        option,
        value,
        `an amount ${zero ? 'of 0 or more' : 'above 0'} with at most 14 digits and 4 decimal places`,
      );
    }
    return read;
  };
}

export function timeZone(value: string): string {
  if (!isTimeZone(value)) throw problem('--timezone', value, 'a time zone such as Asia/Kolkata');
  return value;
}

/** Minutes of the local day, or `always`. */
export function callingHours(value: string): { from: number; to: number } | 'always' {
  if (value === 'always') return value;
  const match = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/.exec(value);
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = (match ?? []).slice(1).map(Number);
  const hours = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
  if (!match || hours.to > 1440 || hours.from === hours.to) {
    throw problem(
      '--calling-hours',
      value,
      'two different times such as 09:00-21:00 (22:00-02:00 crosses midnight), or always',
    );
  }
  return hours;
}

/** ISO 3166 codes, or all. Not null: commander makes an empty text of that. */
export function countries(value: string): string[] | 'all' {
  if (value === 'all') return value;
  const codes = list(value.toUpperCase());
  if (codes.length === 0 || !codes.every(isCallableCountry)) {
    throw problem('--countries', value, 'country codes such as IN,AE, or all');
  }
  return codes;
}

export function labels(value: string): string[] {
  const names = list(value);
  const isWrong = (name: string) => codePointLength(name) > 64 || controlProblem(name) !== undefined;
  if (names.length > 50 || names.some(isWrong)) {
    throw problem(
      '--dispositions',
      value,
      'at most 50 labels of at most 64 characters without control characters, with commas between them',
    );
  }
  return names;
}

export function rate(engines: readonly string[]) {
  return (value: string, earlier: Record<string, Amount> = {}): Record<string, Amount> => {
    const [engine = '', price = '', ...more] = value.split('=');
    const credits = parseAmount(price);
    if (!engines.includes(engine) || credits === undefined || credits < 0n || more.length > 0) {
      const right = `ENGINE=CREDITS with one of ${engines.join(', ')}, such as google=6 or google=7.25`;
      throw problem('--rate', value, right);
    }
    return { ...earlier, [engine]: credits };
  };
}

export function day(option: string): Reader<string> {
  return (value) => {
    if (!isDay(value)) throw problem(option, value, 'a day such as 2027-03-31');
    return value;
  };
}

export function scopes(known: readonly string[]): Reader<string[]> {
  return (value) => {
    if (value === 'all') return [...known];
    const names = list(value);
    const unknown = names.find((name) => !known.includes(name));
    if (names.length === 0 || unknown !== undefined) {
      throw problem('--scopes', value, `all, or some of ${known.join(',')}`);
    }
    return names;
  };
}

export function phone(value: string): string {
  const read = readPhoneNumber(value);
  if (typeof read === 'string') throw new UsageError(`--phone ${JSON.stringify(value)} ${read}.`);
  return read.e164;
}

/** A number that may be on a list: of callers, too, whom the rules of phone_number do not limit. */
export function listedNumber(value: string): string {
  const read = readPhoneNumber(value);
  return typeof read === 'string' && isE164(value.trim()) ? value.trim() : phone(value);
}

/** Separated by commas, each once; `none` for none. */
export function names<T extends string>(option: string, known: readonly T[]): Reader<T[]> {
  return (value) => {
    if (value === 'none') return [];
    const chosen = list(value).map((name) => known.find((one) => one === name));
    if (chosen.length === 0 || chosen.some((name) => name === undefined)) {
      throw problem(option, value, `none, or some of ${known.join(',')} with commas between them`);
    }
    return chosen.filter((name) => name !== undefined);
  };
}

/** Separated by commas, each once, at least one. */
export function someOf<T extends string>(option: string, known: readonly T[]): Reader<T[]> {
  return (value) => {
    if (value === 'none') throw problem(option, value, `some of ${known.join(',')} with commas between them`);
    return names(option, known)(value);
  };
}

/** A number of the account's own, which the rules of phone_number do not limit. */
export function ownNumber(value: string): string {
  if (!isE164(value)) throw problem('--phone', value, '+ and 6 to 15 digits, such as +918045678900');
  return value;
}

export function yesNo(option: string): Reader<boolean> {
  return (value) => choice(option, ['yes', 'no'])(value) === 'yes';
}

export function ids(option: string, most: number): Reader<string[]> {
  return (value) => {
    if (value === 'none') return [];
    const all = list(value);
    if (all.length === 0 || all.length > most) {
      throw problem(option, value, `1 to ${most} ids with commas between them, each once, or none`);
    }
    return all;
  };
}

export function email(option: string): Reader<string> {
  return (value) => {
    const trimmed = value.trim();
    const wrong = emailProblem(trimmed);
    if (wrong !== undefined) throw new UsageError(`${option} ${JSON.stringify(value)} ${wrong}.`);
    return trimmed;
  };
}

/** Whole numbers with commas between them, as they stand: repeated ones, too. */
export function wholeNumbers(option: string, most: number, max: number): Reader<number[]> {
  return (value) => {
    const parts = value.split(',').map((part) => part.trim());
    const numbers = parts.map(Number);
    const isWrong = (text: string, at: number) => !/^\d{1,9}$/.test(text) || (numbers[at] ?? 0) > max;
    if (parts.length > most || parts.some(isWrong)) {
      throw problem(option, value, `1 to ${most} whole numbers from 0 to ${max} with commas between them`);
    }
    return numbers;
  };
}

/** Items between commas, each once. */
function list(value: string): string[] {
  const items = value.split(',').map((item) => item.trim());
  return [...new Set(items.filter(Boolean))];
}
