import { type DialogRecord, nextHopOf } from '../domain/dialog';
import { PRIVATE_NETWORKS, inNetworks } from '../domain/networks';
import type { Target } from '../domain/ports';
import { isIpv4, parseUri } from '../domain/uri';

/** Where a dialog's requests go: its first route, else the Contact; where neither leads anywhere, to its peer. */
export async function nextHop(
  dialog: DialogRecord,
  lookUp: (host: string) => Promise<string>,
): Promise<Target> {
  const { peer, routeSet } = dialog;
  const uri = parseUri(nextHopOf(dialog));
  if (uri === null) return peer;
  const named = uri.params.get('transport')?.toLowerCase();
  const transport =
    named === 'udp' || named === 'tcp' || named === 'tls'
      ? named
      : uri.scheme === 'sips'
        ? 'tls'
        : peer.transport;
  let address = uri.host;
  if (!isIpv4(address)) {
    try {
      address = await lookUp(address);
    } catch {
      return peer;
    }
  }
  // A name may stand for a port of SRV, which the peer was found by.
  const found = !isIpv4(uri.host) && address === peer.address && transport === peer.transport;
  const port = uri.port ?? (found ? peer.port : transport === 'tls' ? 5061 : 5060);
  // A peer behind NAT names an address that leads nowhere from here.
  const behindNat = inNetworks(address, PRIVATE_NETWORKS) && !inNetworks(peer.address, PRIVATE_NETWORKS);
  if (routeSet.length === 0 && behindNat) return peer;
  const tls = peer.tls ?? { serverName: uri.host, verify: true, ca: null };
  return { transport, address, port, ...(transport === 'tls' ? { tls } : {}) };
}
