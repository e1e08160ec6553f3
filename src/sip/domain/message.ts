import { Headers, SINGLE_HEADERS, writtenName } from './headers';
import { type CSeq, parseCSeq, parseNameAddr, parseVia } from './header-values';
import { isToken, octetsOf, textOf, wholeNumber } from './scanner';
import { parseUri, schemeOf } from './uri';

/** SIP messages (RFC 3261 section 7). Each character is one octet, so lengths are those of the wire. */
export interface SipRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface SipResponse {
  readonly kind: 'response';
  readonly status: number;
  /** Decoded from UTF-8; headers and body have one character an octet. */
  readonly reason: string;
  readonly headers: Headers;
  readonly body: string;
}

export type SipMessage = SipRequest | SipResponse;

/** The fault of a message that is still recognizable as SIP: a request gets it as a response. */
export interface Fault {
  readonly status: 400 | 505;
  readonly reason: string;
}

export type Parsed =
  | { readonly message: SipMessage; readonly fault: Fault | null }
  | { readonly message: null; readonly fault: Fault };

export const MESSAGE_LIMITS = { bytes: 65_536, lines: 100, lineBytes: 8_192 } as const;

/** Skips a CRLF before the message. Never throws. Linear time. */
export function parseMessage(text: string): Parsed {
  if (text.length > MESSAGE_LIMITS.bytes) return noise('message too large');
  let begin = 0;
  while (text.startsWith('\r\n', begin)) begin += 2;
  const end = text.indexOf('\r\n\r\n', begin);
  const head = text.slice(begin, end < 0 ? text.length : end);
  const rest = end < 0 ? '' : text.slice(end + 4);
  const [start = '', ...lines] = head.split('\r\n', MESSAGE_LIMITS.lines + 2);
  if (lines.length > MESSAGE_LIMITS.lines) return noise('too many header lines');

  const { headers, fault: broken } = parseHeaders(lines);
  const shell = parseStart(start, headers);
  if (shell.message === null) return shell;
  const length = bodyLength(headers, rest.length);
  const message = { ...shell.message, body: rest.slice(0, length ?? rest.length) };
  let fault = shell.fault ?? broken ?? (end < 0 ? bad('no end of the headers') : null);
  if (length === null) fault ??= bad('Content-Length is wrong');
  return { message, fault: fault ?? faultOf(message) };
}

function parseStart(line: string, headers: Headers): Parsed {
  const [first = '', second = '', third, ...more] = line.split(' ', 4);
  if (/^SIP\/\d+\.\d+$/i.test(first)) {
    const status = /^[1-6]\d\d$/.test(second) ? Number(second) : null;
    if (status === null || first.toUpperCase() !== 'SIP/2.0') return noise('not a response of SIP/2.0');
    const reason = textOf(line.slice(first.length + second.length + 2));
    return { message: { kind: 'response', status, reason, headers, body: '' }, fault: null };
  }
  const version = (third ?? '').toUpperCase();
  if (!isToken(first)) return noise('not a SIP message');
  const message = { kind: 'request', method: first, uri: second, headers, body: '' } as const;
  if (more.length > 0 || !/^SIP\/\d+\.\d+$/.test(version)) {
    // A request if its first line ends like one; otherwise noise.
    return /SIP\/\d+\.\d+ *$/i.test(line.slice(-16))
      ? { message, fault: bad('the request line is malformed') }
      : noise('not a SIP message');
  }
  if (version !== 'SIP/2.0') return { message, fault: { status: 505, reason: 'Version Not Supported' } };
  return { message, fault: usableUri(second) ? null : bad('the Request-URI is malformed') };
}

/** Accepts unknown schemes; a SIP URI in a request line has no headers. */
function usableUri(text: string): boolean {
  const scheme = schemeOf(text);
  return scheme === 'sip' || scheme === 'sips' ? parseUri(text)?.headers === null : scheme !== null;
}

function parseHeaders(lines: readonly string[]): { headers: Headers; fault: Fault | null } {
  const headers = new Headers();
  let fault: Fault | null = null;
  let name = '';
  let parts: string[] = [];
  const close = (): void => {
    if (name !== '') headers.add(name, parts.join(' ').trim());
  };
  for (const line of lines) {
    if (line.length > MESSAGE_LIMITS.lineBytes) fault ??= bad('a header line is too long');
    else if (line.startsWith(' ') || line.startsWith('\t')) parts.push(line.trim());
    else {
      close();
      const colon = line.indexOf(':');
      name = colon < 0 ? '' : line.slice(0, colon).trimEnd();
      parts = [line.slice(colon + 1).trim()];
      if (!isToken(name)) {
        name = '';
        fault ??= bad('a header line is malformed');
      }
    }
  }
  close();
  return { headers, fault };
}

function bodyLength(headers: Headers, available: number): number | null {
  const value = headers.get('content-length');
  if (value === undefined) return available;
  const length = wholeNumber(value, MESSAGE_LIMITS.bytes);
  return length === null || length > available ? null : length;
}

/** ASCII control characters but the tab: PostgreSQL stores no NUL. Octets from 0x80 on are parts of UTF-8. */
const CONTROL = /[^\P{Cc}\t\x80-\x9f]/u;

/** Checks the headers that RFC 3261 section 8.1.1 requires, and those that a dialog is stored with. */
function faultOf(message: SipMessage): Fault | null {
  const { headers } = message;
  const missing = ['via', 'from', 'to', 'call-id', 'cseq'].find((name) => !headers.get(name));
  if (missing) return bad(`${writtenName(missing)} is missing`);
  const repeated = SINGLE_HEADERS.find((name) => headers.count(name) > 1);
  if (repeated) return bad(`${writtenName(repeated)} stands there twice`);
  const malformed = malformedHeader(message);
  if (malformed) return bad(`${writtenName(malformed)} is malformed`);
  if (message.kind === 'response') return null;
  if (cseqOf(message)?.method !== message.method) return bad('CSeq names another method');
  return valueFaultOf(message);
}

function malformedHeader(message: SipMessage): string | undefined {
  const { headers } = message;
  if (headers.list('via').some((via) => parseVia(via) === null)) return 'via';
  const party = ['from', 'to'].find((name) => {
    const { params } = parseNameAddr(headers.get(name) ?? '') ?? {};
    return !params || CONTROL.test(params.get('tag') ?? '');
  });
  if (party) return party;
  const line = ['call-id', 'record-route'].find((name) =>
    headers.lines(name).some((one) => CONTROL.test(one)),
  );
  if (line) return line;
  if (cseqOf(message) === null) return 'cseq';
  const hops = headers.get('max-forwards');
  return hops !== undefined && wholeNumber(hops, 255) === null ? 'max-forwards' : undefined;
}

/** Checks headers that only INVITE or REGISTER must have in a valid form. */
function valueFaultOf({ method, headers }: SipRequest): Fault | null {
  const date = headers.get('date');
  // RFC 3261 section 20.17.
  if (method === 'INVITE' && date !== undefined && !/ GMT$/i.test(date)) return bad('Date is not in GMT');
  if (method !== 'REGISTER') return null;
  const contacts = headers.list('contact').filter((value) => value.trim() !== '*');
  return contacts.some((value) => parseNameAddr(value) === null) ? bad('Contact is malformed') : null;
}

export function cseqOf({ headers }: SipMessage): CSeq | null {
  return parseCSeq(headers.get('cseq') ?? '');
}

/** Sets Content-Length. Line breaks in values become spaces, so that they add no header. */
export function writeMessage(message: SipMessage): string {
  const lines = [
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${octetsOf(message.reason)}`,
  ];
  for (const [name, value] of message.headers) {
    if (name !== 'content-length') lines.push(`${writtenName(name)}: ${value}`);
  }
  lines.push(`Content-Length: ${message.body.length}`);
  return `${lines.map((line) => line.replace(/[\r\n]+/g, ' ')).join('\r\n')}\r\n\r\n${message.body}`;
}

const REASONS: Record<number, string> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  422: 'Session Interval Too Small',
  423: 'Interval Too Brief',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  489: 'Bad Event',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  505: 'Version Not Supported',
  600: 'Busy Everywhere',
  603: 'Decline',
};

function reasonPhrase(status: number): string {
  return REASONS[status] ?? 'Unknown';
}

/** `tag` is put on a To that has none (RFC 3261 section 8.2.6). */
export function responseTo(
  request: SipRequest,
  status: number,
  { tag, reason, headers = [], body = '' }: ResponseParts = {},
): SipResponse {
  const own = new Headers();
  for (const via of request.headers.lines('via')) own.add('via', via);
  // The first of a repeated header is enough; a 100 has Timestamp, too (RFC 3261 section 8.2.6.1).
  for (const name of ['from', 'to', 'call-id', 'cseq', ...(status === 100 ? ['timestamp'] : [])]) {
    const value = request.headers.get(name);
    if (value === undefined) continue;
    const tagged = name !== 'to' || (parseNameAddr(value)?.params.has('tag') ?? true);
    own.add(name, tag === undefined || tagged ? value : `${value};tag=${tag}`);
  }
  for (const [name, value] of headers) own.add(name, value);
  return { kind: 'response', status, reason: reason ?? reasonPhrase(status), headers: own, body };
}

export interface ResponseParts {
  readonly tag?: string;
  readonly reason?: string;
  readonly headers?: Iterable<readonly [name: string, value: string]>;
  readonly body?: string;
}

function bad(reason: string): Fault {
  return { status: 400, reason };
}

function noise(reason: string): Parsed {
  return { message: null, fault: bad(reason) };
}
