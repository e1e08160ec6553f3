/** How a leg's audio comes and goes: RTP, or a carrier's stream. Asked once a tick, first for what came, then to send. */
export interface AudioPath {
  /** Fills a frame with what the other side said. */
  receive(frame: Int16Array, nowMs: number): void;
  /** Sends a frame. While keys are sent as events, they take its place. */
  send(frame: Int16Array, nowMs: number): void;
  /** Skips frames for time that passed without ticks. */
  skip(frames: number): void;
  /** Sends keys as events. @returns false when the path has none, and tones must do */
  press(keys: string): boolean;
  /** A key goes down on the other side of a bridge, and comes up. */
  hold(key: string): boolean;
  release(): void;
  /** Keys take the place of audio now. */
  readonly pressing: boolean;
  /** What came before is of no interest any more: the call was answered. */
  answered(): void;
  statistics(nowMs: number): PathStatistics;
}

/** What went over the network since the leg began. */
export interface PathStatistics {
  /** The codec that is sent, by its name in SDP; null before it is known. */
  readonly codec: string | null;
  /** Packets. Doubles do not count as received. */
  readonly sent: number;
  readonly received: number;
  /** Expected but not received, by their sequence numbers. */
  readonly lost: number;
  /** Received too late to be heard. */
  readonly late: number;
  readonly concealedMs: number;
  readonly jitterMs: number;
  /** What the other side says it did not get of ours; null before it says anything. */
  readonly lostThere: number | null;
  readonly roundTripMs: number | null;
  /** Since the last RTP or RTCP packet; null when none came. */
  readonly silentMs: number | null;
  /** Packets that were dropped, by reason. */
  readonly dropped: Readonly<Record<DropReason, number>>;
}

export type DropReason = 'malformed' | 'unknown_source' | 'other_source' | 'payload_type' | 'double';

export function noDrops(): Record<DropReason, number> {
  return { malformed: 0, unknown_source: 0, other_source: 0, payload_type: 0, double: 0 };
}
