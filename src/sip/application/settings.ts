import type { Credentials } from '../domain/digest/digest';
import type { InviteRecord } from '../domain/dialog';
import { capabilities } from '../domain/uas-rules';
import type { HeaderField } from '../domain/headers';
import type { DropReason, SipTimes, TlsSettings, TransportName } from '../domain/ports';

export interface PeerSettings {
  readonly name?: string;
  readonly credentials?: Credentials;
  /** IPv4 in Via, Contact and SDP. Absent: the user agent's own setting; null: the route's own address. */
  readonly publicAddress?: string | null;
  /** TLS for connections that we open within a call that came over a TLS connection of the far side. */
  readonly tls?: TlsSettings;
  readonly isSource?: (address: string) => boolean;
  /** Session-Expires of our INVITEs, in seconds; 0: none. Default: 1800. */
  readonly sessionSeconds?: number;
  /** Offer 100rel, PRACK and UPDATE. Default: true. */
  readonly prack?: boolean;
}

const SESSION_SECONDS = 1_800;

export function sessionSecondsOf({ sessionSeconds = SESSION_SECONDS }: PeerSettings): number {
  return sessionSeconds;
}

/** Allow, Accept and Supported of our INVITEs. */
export function inviteCapabilities(peer: PeerSettings): readonly HeaderField[] {
  return capabilities({ prack: peer.prack ?? true, timer: sessionSecondsOf(peer) > 0 });
}

/** The capabilities in our responses: a timer that the far side requests is always accepted. */
export function responseCapabilities({ prack = true }: PeerSettings): readonly HeaderField[] {
  return capabilities({ prack, timer: true });
}

export interface UserAgentSettings {
  /** IPv4 behind NAT, for peers outside `localNetworks`; null: the route's own. */
  readonly publicAddress: string | null;
  readonly localNetworks: readonly string[];
  readonly product: string | null;
  readonly times: SipTimes;
  /** After this time without a message since an INVITE, other calls skip the target. */
  readonly silentMs: number;
}

export interface TraceEvent {
  readonly direction: 'sent' | 'received';
  readonly transport: TransportName;
  readonly remote: string;
  readonly callId: string;
  readonly text: string;
}

export interface CoreHooks {
  /** May send requests outside dialogs, without a password. Called for each request, so it must be fast. */
  readonly known: (address: string) => boolean;
  /** Absent: no peer has several sources. */
  readonly isSamePeer?: (address: string, other: string) => boolean;
  /** Called for every message except dropped ones. */
  readonly trace?: (event: TraceEvent) => void;
  /** Called for our requests, except CANCEL. */
  readonly onAnswered?: (peer: string | null, method: string, status: number) => void;
  readonly onDropped?: (reason: DropReason, address: string) => void;
  /** The INVITE of an earlier process, for a response. An 18x is then canceled, a 2xx gets ACK and BYE. */
  readonly stray?: (callId: string, branch: string) => Promise<OrphanedInvite | null>;
}

export interface OrphanedInvite {
  readonly invite: InviteRecord;
  readonly peer: PeerSettings;
}
