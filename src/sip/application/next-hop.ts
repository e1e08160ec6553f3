import { type DialogRecord, nextHopOf } from '../domain/dialog';
import { PRIVATE_NETWORKS, inNetworks } from '../domain/networks';
import type { Target } from '../domain/ports';
import { isIpv4, parseUri, type SipUri } from '../domain/uri';

/** At least one IPv4 address. */
export type LookUp = (host: string) => Promise<readonly string[]>;

export async function nextHop(dialog: DialogRecord, lookUp: LookUp): Promise<Target> {
  const [first] = await nextHops(dialog, lookUp);
  return first ?? dialog.peer;
}

/** The addresses of the first route, else of the Contact; the peer's where neither resolves. Never rejects. */
export async function nextHops(dialog: DialogRecord, lookUp: LookUp): Promise<readonly Target[]> {
  if (dialog.peer.registered && dialog.routeSet.length === 0) return [dialog.peer];
  const uri = parseUri(nextHopOf(dialog));
  if (uri === null) return [dialog.peer];
  const addresses = isIpv4(uri.host) ? [uri.host] : await lookUp(uri.host).catch(() => []);
  return addresses.length === 0 ? [dialog.peer] : addresses.map((address) => targetOf(dialog, uri, address));
}

function targetOf({ peer, routeSet }: DialogRecord, uri: SipUri, address: string): Target {
  const named = uri.params.get('transport')?.toLowerCase();
  const transport =
    named === 'udp' || named === 'tcp' || named === 'tls'
      ? named
      : uri.scheme === 'sips'
        ? 'tls'
        : peer.transport;
  // A name may replace the SRV port by which the peer was found.
  const found = !isIpv4(uri.host) && address === peer.address && transport === peer.transport;
  const port = uri.port ?? (found ? peer.port : transport === 'tls' ? 5061 : 5060);
  // A peer behind NAT may send an address that is unreachable from here.
  const behindNat = inNetworks(address, PRIVATE_NETWORKS) && !inNetworks(peer.address, PRIVATE_NETWORKS);
  if (routeSet.length === 0 && behindNat) return peer;
  const tls = peer.tls ?? { serverName: uri.host, verify: true, ca: null };
  return { transport, address, port, ...(transport === 'tls' ? { tls } : {}) };
}
