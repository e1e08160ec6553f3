import { Headers } from './headers';
import { parseNameAddr, tagOf, writeNameAddr } from './header-values';
import { type SipRequest, type SipResponse, cseqOf } from './message';
import type { Flow, Target } from './ports';
import { parseUri } from './uri';

/** State of a dialog for its requests (RFC 3261 section 12). Stored in a row, it lets another process hang up. */
export interface DialogRecord {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routeSet: readonly string[];
  readonly localCseq: number;
  /** `null`: before the first request of the far side. */
  readonly remoteCseq: number | null;
  /** The next hop when neither route set nor Contact has another. */
  readonly peer: Target;
  /** The far side placed the call. */
  readonly isIncoming?: true;
}

/** Stored in a row, it lets another process cancel. */
export interface InviteRecord {
  readonly callId: string;
  readonly branch: string;
  readonly fromTag: string;
  readonly cseq: number;
  readonly requestUri: string;
  readonly from: string;
  readonly to: string;
  /** Host and port of the Via, by which the far side identifies the transaction. */
  readonly sentBy: string;
  readonly target: Target;
}

export function dialogOfResponse(invite: InviteRecord, response: SipResponse): DialogRecord | null {
  const from = parseNameAddr(invite.from);
  const to = parseNameAddr(response.headers.get('to') ?? '');
  if (!from || !to) return null;
  return {
    callId: invite.callId,
    localTag: invite.fromTag,
    // A peer of RFC 2543 has no tag.
    remoteTag: to.params.get('tag') ?? '',
    localUri: from.uri,
    remoteUri: to.uri,
    remoteTarget: contactOf(response) ?? peerUri(invite),
    routeSet: response.headers.list('record-route').reverse(),
    localCseq: invite.cseq,
    remoteCseq: null,
    peer: invite.target,
  };
}

/** Without a Contact, requests go where the INVITE went. */
function peerUri({ requestUri, target }: InviteRecord): string {
  if (target.registered) return requestUri;
  const user = parseUri(requestUri)?.user ?? null;
  return `sip:${user === null ? '' : `${user}@`}${target.address}:${target.port}`;
}

/** Once the INVITE is answered with our tag; null without a usable Contact. */
export function dialogOfRequest(request: SipRequest, localTag: string, peer: Target): DialogRecord | null {
  const from = parseNameAddr(request.headers.get('from') ?? '');
  const to = parseNameAddr(request.headers.get('to') ?? '');
  const remoteTarget = contactOf(request);
  if (!from || !to || remoteTarget === null) return null;
  return {
    callId: request.headers.get('call-id') ?? '',
    localTag,
    remoteTag: from.params.get('tag') ?? '',
    localUri: to.uri,
    remoteUri: from.uri,
    remoteTarget,
    routeSet: request.headers.list('record-route'),
    // Any start is valid (RFC 3261 section 12.2.1.1); the far side counts its own.
    localCseq: 0,
    remoteCseq: cseqOf(request)?.number ?? null,
    peer,
    isIncoming: true,
  };
}

/** The port of a caller behind NAT, and the address of a registered phone, may be others after a break. */
export function followSource(dialog: DialogRecord, { transport, remote }: Flow): DialogRecord {
  const { peer, isIncoming = false } = dialog;
  const isCaller = isIncoming && remote.address === peer.address;
  const isFollowed = transport === peer.transport && (isCaller || peer.registered !== undefined);
  return isFollowed ? { ...dialog, peer: { ...peer, ...remote } } : dialog;
}

export function contactOf({ headers }: SipRequest | SipResponse): string | null {
  const [contact] = headers.list('contact');
  const uri = contact === undefined ? undefined : parseNameAddr(contact)?.uri;
  return uri !== undefined && parseUri(uri) ? uri : null;
}

/** All three parts, never the Call-ID alone. */
export function dialogKey(callId: string, localTag: string, remoteTag: string): string {
  return `${callId}\n${localTag}\n${remoteTag}`;
}

export function dialogKeyOf({ headers }: SipRequest): string {
  const localTag = tagOf(headers.get('to')) ?? '';
  return dialogKey(headers.get('call-id') ?? '', localTag, tagOf(headers.get('from')) ?? '');
}

/** Makes the request without Via and Contact (RFC 3261 section 12.2.1.1). */
export function requestInDialog(dialog: DialogRecord, method: string, cseq: number): SipRequest {
  const { routeSet, remoteTarget } = dialog;
  const first = parseNameAddr(routeSet[0] ?? '');
  const strict = first !== null && parseUri(first.uri)?.params.has('lr') === false;
  const routes = strict ? [...routeSet.slice(1), `<${remoteTarget}>`] : routeSet;
  const headers = new Headers([['max-forwards', '70']]);
  for (const route of routes) headers.add('route', route);
  const tagged = (uri: string, tag: string): string =>
    writeNameAddr({ display: '', uri, params: new Map(tag === '' ? [] : [['tag', tag]]) });
  headers
    .add('from', tagged(dialog.localUri, dialog.localTag))
    .add('to', tagged(dialog.remoteUri, dialog.remoteTag))
    .add('call-id', dialog.callId)
    .add('cseq', `${cseq} ${method}`);
  return { kind: 'request', method, uri: strict ? first.uri : remoteTarget, headers, body: '' };
}

export function nextHopOf({ routeSet, remoteTarget }: DialogRecord): string {
  return parseNameAddr(routeSet[0] ?? '')?.uri ?? remoteTarget;
}

/** RFC 3261 section 9.1: the INVITE's branch, Request-URI and number, To without a tag. */
export function cancelOf(invite: InviteRecord): SipRequest {
  const headers = new Headers([
    [
      'via',
      `SIP/2.0/${invite.target.transport.toUpperCase()} ${invite.sentBy};branch=${invite.branch};rport`,
    ],
    ['max-forwards', '70'],
    ['from', invite.from],
    ['to', invite.to],
    ['call-id', invite.callId],
    ['cseq', `${invite.cseq} CANCEL`],
  ]);
  return { kind: 'request', method: 'CANCEL', uri: invite.requestUri, headers, body: '' };
}

/** A response to a request within a dialog that the far side has lost; 408 is a proxy's (RFC 3261 section 12.2.1.2). */
export function endsDialog({ status }: SipResponse): boolean {
  return status === 408 || status === 481;
}
