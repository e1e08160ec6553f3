import { own } from '../../platform/kernel/own';
import { splitList } from './scanner';

/** RFC 3261 section 7.3.3, RFC 3515, 3891, 3892, 6665. */
const COMPACT: Record<string, string> = {
  a: 'accept-contact',
  b: 'referred-by',
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  r: 'refer-to',
  s: 'subject',
  t: 'to',
  u: 'allow-events',
  v: 'via',
  x: 'session-expires',
};

/** Names that are not written with a capital after each hyphen alone. */
const WRITTEN: Record<string, string> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'www-authenticate': 'WWW-Authenticate',
  'mime-version': 'MIME-Version',
  'min-se': 'Min-SE',
  rack: 'RAck',
  rseq: 'RSeq',
};

export const SINGLE_HEADERS = [
  'call-id',
  'content-length',
  'content-type',
  'cseq',
  'expires',
  'from',
  'max-forwards',
  'min-expires',
  'to',
] as const;

export type HeaderField = readonly [name: string, value: string];

/** Stores headers in order. Names are in lower case, compact ones in full. */
export class Headers {
  readonly #lines: [name: string, value: string][];

  constructor(lines: Iterable<readonly [name: string, value: string]> = []) {
    this.#lines = [];
    for (const [name, value] of lines) this.add(name, value);
  }

  get(name: string): string | undefined {
    return this.#lines.find(([line]) => line === name)?.[1];
  }

  lines(name: string): string[] {
    return this.#lines.filter(([line]) => line === name).map(([, value]) => value);
  }

  /** Comma-separated values are split, empty ones left out. */
  list(name: string): string[] {
    return this.lines(name)
      .flatMap(splitList)
      .filter((value) => value !== '');
  }

  count(name: string): number {
    return this.#lines.reduce((count, [line]) => (line === name ? count + 1 : count), 0);
  }

  add(name: string, value: string): this {
    this.#lines.push([fullName(name), value]);
    return this;
  }

  remove(name: string): this {
    for (let index = this.#lines.length - 1; index >= 0; index--) {
      if (this.#lines[index]?.[0] === name) this.#lines.splice(index, 1);
    }
    return this;
  }

  unshift(name: string, value: string): this {
    this.#lines.unshift([name, value]);
    return this;
  }

  *[Symbol.iterator](): Generator<readonly [name: string, value: string]> {
    yield* this.#lines;
  }
}

function fullName(name: string): string {
  const lower = name.toLowerCase();
  return own(COMPACT, lower) ?? lower;
}

export function writtenName(name: string): string {
  return (
    own(WRITTEN, name) ??
    name
      .split('-')
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
      .join('-')
  );
}
