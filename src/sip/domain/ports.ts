/** Dependencies of the user agent on its surroundings; the tests' are virtual. */
export interface Timers {
  /** Calls back once after these milliseconds, unless the returned function was called before. */
  set(ms: number, fire: () => void): Cancel;
}

export type Cancel = () => void;

export interface Runtime {
  readonly timers: Timers;
  /** Monotonic milliseconds. */
  now(): number;
  /** At least 0, less than 1. */
  random(): number;
  randomHex(octets: number): string;
  /** The digest of a string of octets in hexadecimal digits. */
  hash(algorithm: 'MD5' | 'SHA-256', octets: string): string;
  /** Logs events of the user agent itself, without numbers, names or message texts. */
  warn(context: object, message: string): void;
}

export type TransportName = 'udp' | 'tcp' | 'tls';

/** Resolved address of a server. Times and outcomes are stored by transport, address and port. */
export interface Target {
  readonly transport: TransportName;
  /** IPv4. */
  readonly address: string;
  readonly port: number;
  readonly tls?: TlsSettings;
}

export interface TlsSettings {
  /** The name that the certificate must be for. */
  readonly serverName: string;
  readonly verify: boolean;
  /** PEM; null for the machine's own authorities. */
  readonly ca: string | null;
}

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** A way to one peer: a connection, or for UDP its address. */
export interface Flow {
  readonly transport: TransportName;
  readonly remote: Endpoint;
  /** Our side: the address that the route to the peer has, and our listening port. */
  readonly local: Endpoint;
  /** The peer opened the connection. */
  readonly inbound: boolean;
  /** With what it was opened; absent on what the peer opened. */
  readonly tls?: TlsSettings;
  readonly open: boolean;
  /** A message of a dialog or request of ours came on it. */
  readonly isAdmitted: boolean;
  admit(): void;
  /** Never throws; a failed send closes the connection. */
  send(octets: string): void;
  /** Calls when either side has closed the connection; never for UDP. */
  onClosed(listener: () => void): Cancel;
  close(): void;
}

export type UnreachableWhy = 'resolve' | 'refused' | 'timeout' | 'certificate' | 'closed';

/** A target that no message was sent to, or whose connection broke off. */
export class Unreachable extends Error {
  constructor(
    readonly why: UnreachableWhy,
    message: string,
  ) {
    super(message);
  }
}

export interface Transport {
  /** @throws Unreachable within 4 s. */
  open(target: Target): Promise<Flow>;
  /** The open connection to the target, if there is one; for UDP always the way to it. */
  find(target: Target): Flow | undefined;
  close(): Promise<void>;
}

export interface TransportEvents {
  /** Whether new requests are accepted from this address. */
  isKnown(address: string): boolean;
  /** Whole messages; must not throw. */
  received(octets: string, flow: Flow): void;
  /** A connection or message was dropped before it was read. */
  dropped(reason: DropReason, address: string): void;
}

/** Why a message or connection was dropped. */
export type DropReason =
  | 'malformed'
  | 'unknown_source'
  | 'stray_response'
  | 'stray_ack'
  | 'rate'
  | 'connections'
  | 'oversize'
  | 'slow';

/** The times of RFC 3261 section 17, in milliseconds. */
export interface SipTimes {
  readonly t1: number;
  readonly t2: number;
  readonly t4: number;
}

export const RFC_TIMES: SipTimes = { t1: 500, t2: 4_000, t4: 5_000 };
