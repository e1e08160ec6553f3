import { own } from '../../platform/kernel/own';
import { type Codec, hasUsableAudio } from './audio';
import { contactOf } from './dialog';
import { parseNameAddr, tagOf } from './header-values';
import type { SipRequest, SipResponse } from './message';
import { Scanner, wholeNumber } from './scanner';
import { parseSdp, type Sdp } from './sdp';
import type { HeaderField } from './headers';
import { isTooShort, MIN_SESSION_SECONDS } from './session-expires';
import { schemeOf } from './uri';

const CODECS: readonly Codec[] = ['pcma', 'pcmu'];

const METHODS = 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO';

const ALLOW = `${METHODS}, PRACK, UPDATE`;

const EXTENSIONS: readonly string[] = ['timer', '100rel'];

/** What a peer is offered. */
export interface Offers {
  /** 100rel with PRACK, and UPDATE. */
  readonly prack: boolean;
  readonly timer: boolean;
}

export function capabilities({ prack, timer }: Offers): readonly HeaderField[] {
  const supported = [...(timer ? ['timer'] : []), ...(prack ? ['100rel'] : [])];
  return [
    ['allow', prack ? ALLOW : METHODS],
    ['accept', 'application/sdp'],
    ['supported', supported.join(', ')],
  ];
}

/** Offered to a source before its peer is known. */
export const CAPABILITIES = capabilities({ prack: true, timer: true });

const REFUSED: Record<string, number> = { REFER: 603, SUBSCRIBE: 489 };

export interface Refusal {
  readonly status: number;
  readonly headers: readonly HeaderField[];
}

/** Checked before a handler is called (RFC 3261 section 8.2); null when none applies. Never for ACK and CANCEL. */
export function refusalOf(request: SipRequest): Refusal | null {
  const { headers, method } = request;
  if (!ALLOW.split(', ').includes(method)) {
    const status = own(REFUSED, method) ?? 405;
    return { status, headers: status === 405 ? [['allow', ALLOW]] : [] };
  }
  const scheme = schemeOf(request.uri);
  if (scheme !== 'sip' && scheme !== 'sips' && scheme !== 'tel') return { status: 416, headers: [] };
  const unsupported = headers.list('require').filter((name) => !EXTENSIONS.includes(name.toLowerCase()));
  if (unsupported.length > 0) return { status: 420, headers: [['unsupported', unsupported.join(', ')]] };
  const outside = tagOf(headers.get('to')) === null;
  // A transfer may send a call on, so loops end here as in a proxy (RFC 7332); OPTIONS query the last hop.
  const hops = wholeNumber(headers.get('max-forwards') ?? '70', 255);
  if (outside && hops === 0 && method !== 'OPTIONS') return { status: 483, headers: [] };
  if (method !== 'INVITE' && method !== 'UPDATE') return null;
  // A dialog without a Contact could be neither confirmed nor hung up.
  if (method === 'INVITE' && outside && contactOf(request) === null) return { status: 400, headers: [] };
  if (isTooShort(headers)) return { status: 422, headers: [['min-se', String(MIN_SESSION_SECONDS)]] };
  return offerRefusal(request);
}

function offerRefusal(request: SipRequest): Refusal | null {
  if (request.body === '') return null;
  const sdp = sdpOf(request);
  if (sdp === null) {
    return {
      status: 415,
      headers: [
        ['accept', 'application/sdp'],
        ['accept-encoding', 'identity'],
      ],
    };
  }
  // Checked before the call is offered: no common codec, or only IPv6.
  const offered = parseSdp(sdp);
  // The trunk decides whether it is encrypted.
  const isUsable = offered !== null && [false, true].some((isEncrypted) => offersAudio(offered, isEncrypted));
  return isUsable ? null : { status: 488, headers: [] };
}

export function offersAudio(sdp: Sdp, isEncrypted: boolean): boolean {
  return hasUsableAudio(sdp, { codecs: CODECS, ...(isEncrypted && { srtpKey: '' }) });
}

/** Alone or as a part; null without one. */
export function sdpOf({ headers, body }: SipRequest | SipResponse): string | null {
  const encoding = headers.get('content-encoding')?.toLowerCase();
  if (body === '' || (encoding !== undefined && encoding !== 'identity')) return null;
  const type = headers.get('content-type') ?? '';
  const media = mediaType(type);
  if (media === 'application/sdp') return body;
  return media.startsWith('multipart/') ? sdpPart(type, body) : null;
}

function mediaType(value: string): string {
  return new Scanner(value).until(';').trim().toLowerCase();
}

/** RFC 5621. */
function sdpPart(type: string, body: string): string | null {
  const boundary = parseNameAddr(`<sip:part>${type.slice(type.indexOf(';'))}`)?.params.get('boundary');
  if (!boundary || boundary.length > 70) return null;
  for (const part of body.split(`--${boundary}`, 17).slice(1)) {
    const end = part.indexOf('\r\n\r\n');
    const lines = part.slice(0, Math.max(end, 0)).split('\r\n');
    const own = lines.find((line) => /^content-type[ \t]*:/i.test(line));
    if (own !== undefined && mediaType(own.slice(own.indexOf(':') + 1)) === 'application/sdp') {
      return part.slice(end + 4);
    }
  }
  return null;
}
