export interface TraceMessage {
  /** ISO 8601. */
  readonly at: string;
  readonly direction: 'sent' | 'received';
  readonly trunk: string;
  readonly text: string;
}

/** The limit over all dials of a call: the first half and the last half remain. */
const MAX_MESSAGES = 200;
const MAX_BYTES = 256 * 1024;

/** The messages of a call, in order. Beyond MAX_MESSAGES the middle is left out. */
export class TraceLog {
  readonly #first: TraceMessage[] = [];
  readonly #last: { readonly message: TraceMessage; readonly bytes: number }[] = [];
  #firstBytes = 0;
  #lastBytes = 0;
  #isFirstFull = false;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get messages(): TraceMessage[] {
    return [...this.#first, ...this.#last.map(({ message }) => message)];
  }

  add(message: TraceMessage): void {
    this.#count++;
    const bytes = Buffer.byteLength(message.text);
    if (!this.#isFirstFull) {
      this.#isFirstFull = this.#first.length >= MAX_MESSAGES / 2 || this.#firstBytes + bytes > MAX_BYTES / 2;
    }
    if (!this.#isFirstFull) {
      this.#first.push(message);
      this.#firstBytes += bytes;
      return;
    }
    this.#last.push({ message, bytes });
    this.#lastBytes += bytes;
    while (this.#last.length > MAX_MESSAGES / 2 || this.#lastBytes > MAX_BYTES / 2) {
      this.#lastBytes -= this.#last.shift()?.bytes ?? 0;
    }
  }
}

const CREDENTIAL_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'authentication-info',
  'proxy-authentication-info',
]);
const BLANK = '[blanked]';

/** SDES (RFC 4568): keys of the audio. */
const INLINE_KEY = /(\binline:)[^\s|;]+/gi;

/** Redacts credentials, and keys of SRTP; of such a header the scheme stays. */
export function redactCredentials(text: string): string {
  let isProof = false;
  const lines = text.split('\n').flatMap((line) => {
    // A folded line belongs to the header above.
    if (line.startsWith(' ') || line.startsWith('\t'))
      return isProof ? [] : [line.replace(INLINE_KEY, `$1${BLANK}`)];
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim();
    isProof = CREDENTIAL_HEADERS.has(name.toLowerCase());
    if (!isProof) return [line.replace(INLINE_KEY, `$1${BLANK}`)];
    const [scheme = '', ...rest] = line
      .slice(colon + 1)
      .trim()
      .split(' ');
    const shown = rest.length > 0 && /^[\w-]{1,20}$/.test(scheme) ? `${scheme} ${BLANK}` : BLANK;
    return [`${name}: ${shown}${line.endsWith('\r') ? '\r' : ''}`];
  });
  return lines.join('\n');
}
