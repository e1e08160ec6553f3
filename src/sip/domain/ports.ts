import type { Timers } from '../../platform/kernel/time/timers';

export type Cancel = () => void;

export interface Runtime {
  readonly timers: Timers;
  random(): number;
  randomHex(octets: number): string;
  hash(algorithm: 'MD5' | 'SHA-256', octets: string): string;
  /** Without numbers, names or message texts. */
  warn(context: object, message: string): void;
}

export type TransportName = 'udp' | 'tcp' | 'tls';

/** Times and outcomes are stored by transport, address and port. */
export interface Target {
  readonly transport: TransportName;
  readonly address: string;
  readonly port: number;
  readonly tls?: TlsSettings;
  /** A registered phone: reached over the flow that it registered by, never over a new connection. */
  readonly registered?: {
    /** The phone's Contact, for the Request-URI. */
    readonly contact: string;
    /** Whose phone it is. */
    readonly user: string;
  };
}

/** A server of a host in a URI. */
export interface ResolvedHop {
  readonly address: string;
  /** null: no SRV record names the port. */
  readonly port: number | null;
}

export interface TlsSettings {
  /** The certificate must be for this name, or for `domain`. */
  readonly serverName: string;
  /** RFC 5922. */
  readonly domain?: string;
  readonly verify: boolean;
  /** PEM; null for the machine's own authorities. */
  readonly ca: string | null;
  /** Ours, for servers that request a certificate. */
  readonly identity?: TlsIdentity;
}

/** PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** A connection to one peer, or for UDP its address. */
export interface Flow {
  readonly transport: TransportName;
  readonly remote: Endpoint;
  /** The address of the route to the peer, and our listening port. */
  readonly local: Endpoint;
  /** The peer opened the connection. */
  readonly inbound: boolean;
  /** Absent on connections that the peer opened. */
  readonly tls?: TlsSettings;
  readonly open: boolean;
  /** A message of a dialog or request of ours came on it. */
  readonly isAdmitted: boolean;
  admit(): void;
  /** Never throws; a failed send closes the connection. */
  send(octets: string): void;
  /** Called when either side has closed the connection; never for UDP. */
  onClosed(listener: () => void): Cancel;
  close(): void;
}

export type UnreachableWhy = 'resolve' | 'refused' | 'timeout' | 'certificate' | 'closed';

/** Thrown when no message was sent to a target, or its connection broke. */
export class Unreachable extends Error {
  constructor(
    readonly why: UnreachableWhy,
    message: string,
  ) {
    super(message);
  }
}

export interface Transport {
  /** @throws Unreachable within 4 s */
  open(target: Target): Promise<Flow>;
  /** Finds the flow to a target. UDP always has one. */
  find(target: Target): Flow | undefined;
  close(): Promise<void>;
}

export interface TransportEvents {
  isKnown(address: string): boolean;
  /** Whole messages; must not throw. */
  onReceived(octets: string, flow: Flow): void;
  /** Before the connection or message was read. */
  onDropped(reason: DropReason, address: string): void;
}

export type DropReason =
  | 'malformed'
  | 'unknown_source'
  | 'stray_response'
  | 'stray_ack'
  | 'rate'
  | 'password'
  | 'connections'
  | 'oversize'
  | 'slow';

/** RFC 3261 section 17, in milliseconds. */
export interface SipTimes {
  readonly t1: number;
  readonly t2: number;
  readonly t4: number;
}

export const RFC_TIMES: SipTimes = { t1: 500, t2: 4_000, t4: 5_000 };
