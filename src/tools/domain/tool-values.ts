import { isDeeperThan, spoiltPlaces } from '../../platform/kernel/json-tree';
import { urlProblem } from '../../platform/kernel/network/endpoint-url';
import {
  codePointLength,
  controlProblem,
  hasForbiddenCharacters,
  utf8Length,
} from '../../platform/kernel/text';
import type { ParameterProblem } from './parameters';
import { plainUrl } from './url-template';
import { isObject } from '../../platform/kernel/own';

type Problem = string | ParameterProblem[] | undefined;

export const MAX_HEADERS = 20;
export const MAX_HEADER_LENGTH = 4_096;
const MAX_HEADER_NAME_LENGTH = 128;
const MAX_MOCK_BYTES = 8_192;
const MAX_MOCK_DEPTH = 32;
export const MAX_FIXED = 20;
const MAX_FIXED_LENGTH = 500;

const REFUSED_HEADER =
  /^(?:host|connection|content-.*|transfer-encoding|accept-encoding|idempotency-key|webhook-.*)$/iu;
/** The client of HTTP refuses to send them. */
const UNSENDABLE_HEADER = /^(?:expect|keep-alive|upgrade)$/iu;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u;

/** An item without a value has the stored one of its name. */
export interface SentHeader {
  readonly name: string;
  readonly value?: string;
}

/** Completes "url …". */
export function toolUrlProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (codePointLength(value) > 2_048)
    return `must have at most 2048 characters (it has ${codePointLength(value)})`;
  return urlProblem(plainUrl(value));
}

/** @param isChange items may lack their value */
export function headersProblem(value: unknown, isChange: boolean): Problem {
  if (!Array.isArray(value)) return 'must be an array of {name, value}';
  if (value.length > MAX_HEADERS) return `must have at most ${MAX_HEADERS} items (it has ${value.length})`;
  const names = new Set<string>();
  const problems = value.flatMap((item: unknown, at): ParameterProblem[] => {
    return headerProblems(item, isChange, names).map(({ path, message }) => ({
      path: `[${at}]${path}`,
      message,
    }));
  });
  return problems.length > 0 ? problems : undefined;
}

function headerProblems(item: unknown, isChange: boolean, names: Set<string>): ParameterProblem[] {
  if (!isObject(item)) return [{ path: '', message: 'must be {name, value}' }];
  const { name, value, ...others } = item;
  const problems = Object.keys(others).map((key) => ({
    path: `.${key}`,
    message: key === 'value_set' ? 'is read-only' : 'is not a known field',
  }));
  const ofName = headerNameProblem(name, names);
  if (ofName !== undefined) problems.push({ path: '.name', message: ofName });
  const ofValue = headerValueProblem(value, isChange);
  if (ofValue !== undefined) problems.push({ path: '.value', message: ofValue });
  return problems;
}

function headerNameProblem(name: unknown, names: Set<string>): string | undefined {
  if (typeof name !== 'string' || !HEADER_NAME.test(name) || name.length > MAX_HEADER_NAME_LENGTH) {
    return 'must be the name of a header';
  }
  if (REFUSED_HEADER.test(name)) return 'is a header that the service sets itself';
  if (UNSENDABLE_HEADER.test(name)) return 'is a header that cannot be sent';
  if (names.has(name.toLowerCase())) return 'must be there once';
  names.add(name.toLowerCase());
  return undefined;
}

function headerValueProblem(value: unknown, isChange: boolean): string | undefined {
  if (value === undefined || value === null) return isChange ? undefined : 'is required';
  return typeof value === 'string' && HEADER_VALUE.test(value) && value.length <= MAX_HEADER_LENGTH
    ? undefined
    : `must have 1 to ${MAX_HEADER_LENGTH} visible ASCII characters`;
}

export function mockProblem(value: unknown): Problem {
  if (isDeeperThan(value, MAX_MOCK_DEPTH)) return `must be nested at most ${MAX_MOCK_DEPTH} levels deep`;
  const places = spoiltPlaces(value);
  if (places.length > 0) return places;
  return utf8Length(JSON.stringify(value)) > MAX_MOCK_BYTES ? 'must be at most 8 KiB as JSON' : undefined;
}

export function fixedArgumentsProblem(value: unknown): Problem {
  if (!isObject(value)) return 'must be an object of names and texts';
  const entries = Object.entries(value);
  if (entries.length > MAX_FIXED) return `must have at most ${MAX_FIXED} names (it has ${entries.length})`;
  const problems = entries.flatMap(([name, text]): ParameterProblem[] => {
    const message = fixedProblem(name, text);
    return message === undefined ? [] : [{ path: `.${name}`, message }];
  });
  return problems.length > 0 ? problems : undefined;
}

function fixedProblem(name: string, text: unknown): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/u.test(name))
    return 'must have a name of letters, digits and _, at most 64';
  if (typeof text !== 'string') return 'must be a string';
  if (hasForbiddenCharacters(text)) return 'must not hold the NUL character or half of a surrogate pair';
  if (codePointLength(text) > MAX_FIXED_LENGTH) return `must have at most ${MAX_FIXED_LENGTH} characters`;
  return controlProblem(text);
}
