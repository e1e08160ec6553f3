import type { Credentials } from '../domain/digest';
import type { InviteRecord } from '../domain/dialog';
import type { DropReason, SipTimes, Target, TlsSettings, TransportName } from '../domain/ports';

/** Settings of one peer, such as a trunk. One user agent has many. */
export interface PeerSettings {
  /** Name of the peer in the hooks. */
  readonly name?: string;
  readonly credentials?: Credentials;
  /** IPv4 in Via, Contact and SDP. Absent: the user agent's own setting; null: the route's own address. */
  readonly publicAddress?: string | null;
  /** How its certificate is verified when we connect to it within a call that it placed over TLS. */
  readonly tls?: TlsSettings;
  /** Whether requests within its dialogs may come from this address, beside the dialog's own peer and next hop. */
  readonly isSource?: (address: string) => boolean;
}

export interface UserAgentSettings {
  /** IPv4 behind NAT, for peers outside `localNetworks`; null: the route's own. */
  readonly publicAddress: string | null;
  /** CIDR. */
  readonly localNetworks: readonly string[];
  /** The value of User-Agent and Server; null for none. */
  readonly product: string | null;
  readonly times: SipTimes;
  /** A target that sends nothing for this time after an INVITE is skipped by other calls. */
  readonly silentMs: number;
}

export interface TraceEvent {
  readonly direction: 'sent' | 'received';
  readonly transport: TransportName;
  /** `address:port` of the far side. */
  readonly remote: string;
  readonly callId: string;
  /** The whole message. Credentials in it are as they were sent. */
  readonly text: string;
}

export interface CoreHooks {
  /** Whether this address may send requests outside dialogs. Called for each request, so it must be fast. */
  readonly known: (address: string) => boolean;
  /** Whether one peer has both addresses as its sources. Absent: no peer has several. */
  readonly isSamePeer?: (address: string, other: string) => boolean;
  /** Called for every message sent or received, except dropped ones. */
  readonly trace?: (event: TraceEvent) => void;
  /** A response to a request of ours arrived, CANCEL apart; `peer` is the name of the requested peer. */
  readonly answered?: (peer: string | null, method: string, status: number) => void;
  readonly dropped?: (reason: DropReason, address: string) => void;
  /** A message came from a target that was sent a request before. */
  readonly receivedFrom?: (target: Omit<Target, 'tls'>) => void;
  /**
   * A response from a known source to an INVITE that this user agent did not send: the record of the INVITE when a
   * process before it did. An 18x is then cancelled, a 2xx gets ACK and BYE.
   */
  readonly stray?: (callId: string, branch: string) => Promise<OrphanedInvite | null>;
}

export interface OrphanedInvite {
  readonly invite: InviteRecord;
  readonly peer: PeerSettings;
}
