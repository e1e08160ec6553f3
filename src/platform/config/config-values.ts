import { StartupError } from '../startup-error';
import { parseRange } from '../kernel/network/ip-address';
import { own } from '../kernel/own';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws an Error whose message names the valid values. */
export type Parser<T> = (value: string) => T;

export class SecretProblem extends Error {}

/** Reads one variable; an empty one counts as not set. @throws StartupError */
export function read<T, A>(env: Environment, name: string, absent: A, parse: Parser<T>): T | A {
  const value = own(env, name)?.trim();
  if (value === undefined || value === '') return absent;
  try {
    return parse(value);
  } catch (problem) {
    // Before an @ of a URL stands a password.
    const isSecret = problem instanceof SecretProblem || value.includes('@');
    const shown = isSecret ? '' : ` is ${JSON.stringify(value)}, but it`;
    throw new StartupError(`${name}${shown} must be ${(problem as Error).message}.`);
  }
}

export function url(protocols: readonly string[], { secret }: { secret: boolean }): Parser<string> {
  const Problem = secret ? SecretProblem : Error;
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (!parsed || !protocols.includes(parsed.protocol) || parsed.hostname === '') {
      throw new Problem(
        `a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')} and names a host`,
      );
    }
    return value;
  };
}

export function oneOf<T extends string>(values: readonly T[]): Parser<T> {
  return (value) => {
    if (!values.includes(value as T)) throw new Error(`one of ${values.join(', ')}`);
    return value as T;
  };
}

export function flag(value: string): boolean {
  const lower = value.toLowerCase();
  if (['true', 'on', '1', 'yes'].includes(lower)) return true;
  if (['false', 'off', '0', 'no'].includes(lower)) return false;
  throw new Error('true or false (on and off will do)');
}

export function wholeNumber(least: number, most: number): Parser<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new Error(`a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

export const port = wholeNumber(0, 65_535);

export function hostName(value: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(value)) throw new Error('an address or a host name to listen on');
  return value;
}

export function origin(value: string): string {
  const parsed = url(['http:', 'https:'], { secret: false })(value);
  const { pathname, search, hash, username, password, origin: result } = new URL(parsed);
  if (pathname !== '/' || search || hash || username || password) {
    throw new Error('scheme, host and port alone, such as https://calls.example.com, without a path');
  }
  return result;
}

export function ranges(value: string): readonly string[] {
  const items = value.split(',').map((item) => item.trim());
  if (!items.every(isRange)) throw new Error('a list of ranges such as 10.0.0.0/8,fd00::/8');
  return items;
}

export function isRange(item: string): boolean {
  return /^[0-9a-fA-F:.]+(?:\/|$)/.test(item) && parseRange(item) !== undefined;
}
