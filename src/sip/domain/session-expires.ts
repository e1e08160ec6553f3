import type { HeaderField, Headers } from './headers';
import { Scanner, wholeNumber } from './scanner';

/** Who refreshes, as the side that sent the request sees it: `uac` is that side. */
export type Refresher = 'uac' | 'uas';

/** Session-Expires (RFC 4028 section 4); 0 seconds, which its grammar allows, are too short. */
export interface SessionExpires {
  readonly seconds: number;
  readonly refresher: Refresher | null;
}

/** A session timer that both sides agreed on. */
export interface SessionTerms {
  readonly seconds: number;
  readonly refreshes: 'we' | 'they';
}

/** RFC 4028 section 5: no timer may be shorter. */
export const MIN_SESSION_SECONDS = 90;

/** The limit of the grammar's delta-seconds. */
const MAX_SECONDS = 2 ** 32 - 1;

export function sessionExpiresOf(headers: Headers): SessionExpires | null {
  const [value = '', ...params] = (headers.get('session-expires') ?? '').split(';').map(trim);
  const seconds = wholeNumber(value, MAX_SECONDS);
  if (seconds === null) return null;
  for (const param of params) {
    const [name, refresher] = param.split('=').map(trim);
    if (name === 'refresher' && (refresher === 'uac' || refresher === 'uas')) return { seconds, refresher };
  }
  return { seconds, refresher: null };
}

function minSeOf(headers: Headers): number | null {
  return wholeNumber(new Scanner(headers.get('min-se') ?? '').until(';').trim(), MAX_SECONDS);
}

function supportsTimer(headers: Headers): boolean {
  const named = [...headers.list('supported'), ...headers.list('require')];
  return named.some((name) => name.toLowerCase() === 'timer');
}

/** RFC 4028 section 9: such a request gets 422. A caller without support does not understand it. */
export function isTooShort(headers: Headers): boolean {
  const requested = sessionExpiresOf(headers);
  return requested !== null && requested.seconds < MIN_SESSION_SECONDS && supportsTimer(headers);
}

/** The timer that our 2xx to a request sets, and its headers; null when the request has none. */
export function answeredTimer(
  headers: Headers,
): { terms: SessionTerms; lines: readonly HeaderField[] } | null {
  const requested = sessionExpiresOf(headers);
  if (requested === null) return null;
  const seconds = Math.max(requested.seconds, MIN_SESSION_SECONDS);
  const refresher = supportsTimer(headers) ? (requested.refresher ?? 'uac') : 'uas';
  const lines: HeaderField[] = [['session-expires', `${seconds};refresher=${refresher}`]];
  // RFC 4028 section 9: the caller has to know that it must refresh.
  if (refresher === 'uac') lines.push(['require', 'timer']);
  return { terms: { seconds, refreshes: refresher === 'uac' ? 'they' : 'we' }, lines };
}

/** The timer that a 2xx to a request of ours sets; null: none. */
export function agreedTimer(headers: Headers): SessionTerms | null {
  const agreed = sessionExpiresOf(headers);
  if (agreed === null || agreed.seconds === 0) return null;
  return { seconds: agreed.seconds, refreshes: agreed.refresher === 'uas' ? 'they' : 'we' };
}

/** The timer that our requests offer, raised once by a 422. */
export class TimerOffer {
  #seconds: number;
  #minimum: number | null = null;

  /** `seconds` 0: no timer. `refresher` null: the far side may choose. */
  constructor(
    seconds: number,
    private readonly refresher: Refresher | null = null,
  ) {
    this.#seconds = seconds;
  }

  get lines(): readonly HeaderField[] {
    if (this.#seconds === 0) return [];
    const refresher = this.refresher === null ? '' : `;refresher=${this.refresher}`;
    const lines: HeaderField[] = [['session-expires', `${this.#seconds}${refresher}`]];
    if (this.#minimum !== null) lines.push(['min-se', String(this.#minimum)]);
    return lines;
  }

  /** True: send the request again with the new lines. False: the refusal is final. */
  raises({ status, headers }: { readonly status: number; readonly headers: Headers }): boolean {
    const minimum = minSeOf(headers);
    if (status !== 422 || minimum === null || this.#minimum !== null || this.#seconds === 0) return false;
    this.#minimum = minimum;
    this.#seconds = Math.max(this.#seconds, minimum);
    return true;
  }
}

function trim(text: string): string {
  return text.trim().toLowerCase();
}
