import { type IncomingCall, parseUri, plainUser } from '../../../sip';
import type { InboundIdentities } from './inbound-numbers';

const TEL = /^tel:/i;

/** User parts of addresses, unescaped; of a tel: URI its number. */
export function identitiesOf(
  call: Pick<IncomingCall, 'requestUri' | 'to' | 'identities' | 'from' | 'privacy'>,
): InboundIdentities {
  return {
    requestUri: userOf(call.requestUri),
    to: userOf(call.to.uri),
    identities: call.identities.flatMap(({ uri }) => userOf(uri) ?? []),
    from: userOf(call.from.uri),
    privacy: call.privacy,
  };
}

function userOf(uri: string): string | null {
  if (TEL.test(uri)) return plainUser(uri.replace(TEL, ''));
  const user = parseUri(uri)?.user ?? null;
  return user === null ? null : plainUser(user);
}
