import type { CSeq } from './header-values';
import type { SipRequest, SipResponse } from './message';
import { wholeNumber } from './scanner';

const MAX_NUMBER = 2 ** 32 - 1;

/** RFC 3262 section 7.1: the first RSeq of a server. */
export const MAX_FIRST_RSEQ = 2 ** 31 - 1;

/** Responses of one dialog that wait for an earlier one. */
const MAX_WAITING = 8;

/** RSeq of a reliable provisional response (RFC 3262); null for any other response. */
export function rseqOf({ status, headers }: SipResponse): number | null {
  const isReliable = headers.list('require').some((name) => name.toLowerCase() === '100rel');
  return status > 100 && status < 200 && isReliable
    ? wholeNumber(headers.get('rseq') ?? '', MAX_NUMBER)
    : null;
}

export interface RAck extends CSeq {
  readonly rseq: number;
}

export function rackOf({ headers }: SipRequest): RAck | null {
  const [first = '', second = '', method = '', more] = (headers.get('rack') ?? '').trim().split(/[ \t]+/, 4);
  const rseq = wholeNumber(first, MAX_NUMBER);
  const number = wholeNumber(second, MAX_NUMBER);
  return rseq === null || number === null || method === '' || more !== undefined
    ? null
    : { rseq, number, method };
}

/** Puts the reliable responses of one early dialog in the order of RSeq. */
export class ReliableOrder {
  #last: number | null = null;
  readonly #waiting = new Map<number, SipResponse>();

  /** @returns the responses whose turn has come, with their RSeq; none for a repeated one, or after a gap */
  receive(rseq: number, response: SipResponse): (readonly [rseq: number, response: SipResponse])[] {
    const last = (this.#last ??= rseq - 1);
    if (rseq > last && (rseq === last + 1 || this.#waiting.size < MAX_WAITING)) {
      this.#waiting.set(rseq, response);
    }
    const released: (readonly [number, SipResponse])[] = [];
    for (let next = last + 1; ; next++) {
      const own = this.#waiting.get(next);
      if (own === undefined) return released;
      this.#waiting.delete(next);
      this.#last = next;
      released.push([next, own]);
    }
  }
}
