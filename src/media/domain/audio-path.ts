import type { LineQuality } from '../../shared-kernel/line-quality';

/** Transports a leg's audio over RTP or a carrier's stream. Called once a tick, first to receive, then to send. */
export interface AudioPath {
  receive(frame: Int16Array, nowMs: number): void;
  send(frame: Int16Array, nowMs: number): void;
  skip(frames: number): void;
  /** @returns false when the path has no events; tones replace them then */
  press(keys: string): boolean;
  /** Pressed on the other side of a bridge, until `release`. */
  keyDown(key: string): boolean;
  release(): void;
  readonly pressing: boolean;
  onAnswered(): void;
  statistics(nowMs: number): PathStatistics;
}

export interface PathStatistics {
  readonly codec: string | null;
  /** Packets. Duplicates do not count as received. */
  readonly sent: number;
  readonly received: number;
  /** Packets that were expected by their sequence numbers, but not received. */
  readonly lost: number;
  readonly late: number;
  readonly concealedMs: number;
  readonly jitterMs: number;
  /** Our packets that the other side reports as lost; null before a report. */
  readonly lostThere: number | null;
  readonly roundTripMs: number | null;
  /** Since the last RTP or RTCP packet; null when none came. */
  readonly silentMs: number | null;
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** RTP that is SRTP. */
  readonly isEncrypted?: boolean;
  /** Measured on RTP; null while no packet was received. */
  readonly line?: LineQuality | null;
  /** Audio of a stream that was received and is not played yet. */
  readonly waitingMs?: number;
}

export type DropReason =
  'malformed' | 'unknown_source' | 'other_source' | 'payload_type' | 'double' | 'authentication';

export function noDrops(): Record<DropReason, number> {
  return { malformed: 0, unknown_source: 0, other_source: 0, payload_type: 0, double: 0, authentication: 0 };
}
