import type { InviteRecord } from '../../domain/dialog';
import { type HeaderField, Headers } from '../../domain/headers';
import type { SipRequest } from '../../domain/message';
import type { Endpoint, Target } from '../../domain/ports';
import type { CallOptions } from '../call-outcome';
import { inviteCapabilities } from '../settings';

export interface InviteParts {
  readonly callId: string;
  readonly fromTag: string;
  readonly branch: string;
  readonly cseq: number;
  readonly target: Target;
  /** Ours, as the target sees it. */
  readonly here: Endpoint;
  /** Headers of the digest and of the session timer. */
  readonly lines: readonly HeaderField[];
  readonly sdp: string;
}

/** An INVITE that sets up a call, and what another process needs to cancel it. */
export function outgoingInvite(
  { requestUri, from: caller, to: called, headers = [], peer }: CallOptions,
  { callId, fromTag, branch, cseq, target, here, lines, sdp }: InviteParts,
): { request: SipRequest; record: InviteRecord } {
  const from = `<${caller.uri}>;tag=${fromTag}`;
  const to = `<${called.uri}>`;
  const uri = target.registered?.contact ?? requestUri;
  const sentBy = `${here.address}:${here.port}`;
  const record = { callId, branch, fromTag, cseq, requestUri: uri, from, to, sentBy, target };
  const all = new Headers([
    ['max-forwards', '70'],
    ['from', from],
    ['to', to],
    ['call-id', callId],
    ['cseq', `${cseq} INVITE`],
    ...headers,
    ...lines,
    ...inviteCapabilities(peer),
    ['content-type', 'application/sdp'],
  ]);
  return { request: { kind: 'request', method: 'INVITE', uri, headers: all, body: sdp }, record };
}
