import { StartupError } from './startup-error';
import { own } from './kernel/own';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws an Error whose message says what is valid. */
export type Parser<T> = (value: string) => T;

/** The problem of a value that must not be repeated in the message. */
export class SecretProblem extends Error {}

/**
 * Reads one variable; an empty one counts as not set.
 * @throws StartupError naming the variable and what is valid
 */
export function read<T, A>(env: Environment, name: string, absent: A, parse: Parser<T>): T | A {
  const value = own(env, name)?.trim();
  if (value === undefined || value === '') return absent;
  try {
    return parse(value);
  } catch (problem) {
    const shown = problem instanceof SecretProblem ? '' : ` is ${JSON.stringify(value)}, but it`;
    throw new StartupError(`${name}${shown} must be ${(problem as Error).message}.`);
  }
}

/** A URL with one of the protocols; a secret one is not repeated in the message. */
export function url(protocols: readonly string[], { secret }: { secret: boolean }): Parser<string> {
  const Problem = secret ? SecretProblem : Error;
  return (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Problem(`a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
    }
    return value;
  };
}
