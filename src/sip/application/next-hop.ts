import { type DialogRecord, nextHopOf } from '../domain/dialog';
import { PRIVATE_NETWORKS, inNetworks } from '../domain/networks';
import type { ResolvedHop, Target, TransportName } from '../domain/ports';
import { isIpv4, parseUri, type SipUri } from '../domain/uri';

/** At least one IPv4 address. SRV is looked up for the transport, unless it is null. */
export type LookUp = (host: string, transport: TransportName | null) => Promise<readonly ResolvedHop[]>;

/** The peer, where it is one of the next hops: other servers of the same name may not have the dialog. */
export async function nextHop(dialog: DialogRecord, lookUp: LookUp): Promise<Target> {
  const { peer } = dialog;
  const hops = await nextHops(dialog, lookUp);
  const isPeer = ({ transport, address, port }: Target): boolean =>
    transport === peer.transport && address === peer.address && port === peer.port;
  return hops.find(isPeer) ?? hops[0] ?? peer;
}

/** The addresses of the first route, else of the Contact; the peer's where neither resolves. Never rejects. */
export async function nextHops(dialog: DialogRecord, lookUp: LookUp): Promise<readonly Target[]> {
  if (dialog.peer.registered && dialog.routeSet.length === 0) return [dialog.peer];
  const uri = parseUri(nextHopOf(dialog));
  if (uri === null) return [dialog.peer];
  const transport = transportOf(uri) ?? dialog.peer.transport;
  // Without a port, SRV comes first (RFC 3263, section 4.2).
  const hops = isIpv4(uri.host)
    ? [{ address: uri.host, port: null }]
    : await lookUp(uri.host, uri.port === null ? transport : null).catch(() => []);
  return hops.length === 0 ? [dialog.peer] : hops.map((hop) => targetOf(dialog, uri, transport, hop));
}

function transportOf({ scheme, params }: SipUri): TransportName | null {
  const named = params.get('transport')?.toLowerCase();
  if (named === 'udp' || named === 'tcp' || named === 'tls') return named;
  return scheme === 'sips' ? 'tls' : null;
}

function targetOf(
  { peer, routeSet }: DialogRecord,
  uri: SipUri,
  transport: TransportName,
  hop: ResolvedHop,
): Target {
  const { address } = hop;
  // A name may replace the SRV port by which the peer was found.
  const found = !isIpv4(uri.host) && address === peer.address && transport === peer.transport;
  const port = uri.port ?? hop.port ?? (found ? peer.port : transport === 'tls' ? 5061 : 5060);
  // A peer behind NAT may send an address that is unreachable from here.
  const behindNat = inNetworks(address, PRIVATE_NETWORKS) && !inNetworks(peer.address, PRIVATE_NETWORKS);
  if (routeSet.length === 0 && behindNat) return peer;
  const tls = peer.tls ?? { serverName: uri.host, verify: true, ca: null };
  return { transport, address, port, ...(transport === 'tls' ? { tls } : {}) };
}
