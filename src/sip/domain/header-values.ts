import { Scanner, isToken, quote, wholeNumber } from './scanner';
import { parseAuthority, schemeOf } from './uri';

/** Names in lower case; null for one without a value. Of repeated ones the first counts. */
export type Params = Map<string, string | null>;

/** A value of From, To, Contact, Route, Record-Route or P-Asserted-Identity. */
export interface NameAddr {
  /** UTF-8, one character per byte; empty when absent. */
  readonly display: string;
  readonly uri: string;
  readonly params: Params;
}

export interface Via {
  /** In upper case: UDP, TCP, TLS, or an unknown one. */
  readonly transport: string;
  readonly host: string;
  readonly port: number | null;
  readonly params: Params;
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

/** RFC 3261 section 8.1.1.5. */
const MAX_CSEQ = 2 ** 31 - 1;

function parseParams(scanner: Scanner): Params | null {
  const params: Params = new Map();
  while (!scanner.blank().done) {
    if (!scanner.eat(';')) return null;
    const name = scanner.blank().token().toLowerCase();
    if (name === '') return null;
    let value: string | null = null;
    if (scanner.blank().eat('=')) {
      scanner.blank();
      value = scanner.text[scanner.at] === '"' ? scanner.quotedString() : scanner.value();
      if (value === null) return null;
    }
    if (!params.has(name)) params.set(name, value);
  }
  return params;
}

function writeParams(params: Iterable<readonly [string, string | null]>): string {
  let text = '';
  for (const [name, value] of params) {
    if (value === null) text += `;${name}`;
    else text += `;${name}=${new Scanner(value).value() === value ? value : quote(value)}`;
  }
  return text;
}

export function parseNameAddr(text: string): NameAddr | null {
  const scanner = new Scanner(text).blank();
  let display: string;
  if (scanner.text[scanner.at] === '"') {
    const quoted = scanner.quotedString();
    if (quoted === null || scanner.blank().text[scanner.at] !== '<') return null;
    display = quoted;
  } else {
    const before = scanner.until('<;,"');
    if (scanner.text[scanner.at] !== '<') return bareAddress(before, scanner);
    display = before.trim();
    if (display !== '' && !display.split(/[ \t]+/).every(isToken)) return null;
  }
  scanner.eat('<');
  const uri = scanner.until('>');
  if (!scanner.eat('>') || schemeOf(uri) === null) return null;
  const params = parseParams(scanner);
  return params && { display, uri, params };
}

/** Without angle brackets the parameters are the header's (RFC 3261 section 20.10), and a `?` is not allowed. */
function bareAddress(before: string, scanner: Scanner): NameAddr | null {
  const uri = before.trim();
  if (schemeOf(uri) === null || uri.includes('?')) return null;
  const params = parseParams(scanner);
  return params && { display: '', uri, params };
}

export function writeNameAddr({ display, uri, params }: NameAddr): string {
  return `${display === '' ? '' : `${quote(display)} `}<${uri}>${writeParams(params)}`;
}

export function tagOf(value: string | undefined): string | null {
  return (value !== undefined && parseNameAddr(value)?.params.get('tag')) || null;
}

export function parseVia(text: string): Via | null {
  const scanner = new Scanner(text).blank();
  if (scanner.token().toUpperCase() !== 'SIP' || !scanner.blank().eat('/')) return null;
  if (scanner.blank().token() !== '2.0' || !scanner.blank().eat('/')) return null;
  const transport = scanner.blank().token().toUpperCase();
  if (transport === '') return null;
  const place = scanner.blank().until(';').split(':');
  // IPv6 references contain colons; white space is allowed around the one before the port.
  const authority = parseAuthority(place.map((part) => part.trim()).join(':'));
  const params = parseParams(scanner);
  return authority && params && { transport, ...authority, params };
}

export function writeVia({ transport, host, port, params }: Via): string {
  return `SIP/2.0/${transport} ${host}${port === null ? '' : `:${port}`}${writeParams(params)}`;
}

export function parseCSeq(text: string): CSeq | null {
  const scanner = new Scanner(text).blank();
  const number = wholeNumber(scanner.token(), MAX_CSEQ);
  const method = scanner.blank().token();
  return number === null || method === '' || !scanner.blank().done ? null : { number, method };
}

/** RFC 3326; null without a Q.850 cause. */
export function q850Of(reasons: readonly string[]): { cause: number; text: string } | null {
  for (const reason of reasons) {
    const scanner = new Scanner(reason).blank();
    if (scanner.token().toUpperCase() !== 'Q.850') continue;
    const params = parseParams(scanner);
    const cause = wholeNumber(params?.get('cause') ?? '', 127);
    if (cause !== null) return { cause, text: params?.get('text') ?? '' };
  }
  return null;
}
