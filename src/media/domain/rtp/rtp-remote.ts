import type { G711Name } from '../g711';
import type { SrtpKeys } from './srtp-keys';

/** The other side by its SDP, and the allowed sources of its packets. */
export interface RtpRemote {
  /** IPv4; null: it accepts no packets (0.0.0.0). */
  readonly address: string | null;
  readonly port: number;
  readonly codec: G711Name;
  readonly payloadType?: number;
  readonly receive?: ReadonlyMap<number, G711Name>;
  /** RFC 4733 payload types. `null`: keys are tones. */
  readonly events: { readonly send: number; readonly receive: readonly number[] } | null;
  /** Keys are sent by signalling instead. */
  readonly keysElsewhere?: boolean;
  /** Addresses and CIDR blocks besides `address`: of the signalling, and configured ones. */
  readonly sources: readonly string[];
  /** Absent: RTP in plain. */
  readonly srtp?: SrtpKeys;
}
