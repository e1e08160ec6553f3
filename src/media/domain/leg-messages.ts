import type { RtpTotals } from './media-figures';
import type { TappedBlock } from './leg-tap';
import type { Direction, LegStatistics } from './media-leg';
import type { LatenessFigures } from './pacing';
import type { RtpRemote } from './rtp/rtp-remote';
import type { PaceName } from './stream-pace';
import type { StreamEncoding } from './stream-path';
import type { DetectedTone } from './tones/tone-detector';

export type LegOptions =
  | { readonly kind: 'rtp'; readonly host: string }
  | { readonly kind: 'stream'; readonly chunkFrames: number; readonly pace: PaceName };

export type LegCommand = { readonly leg: number } & (
  | { readonly do: 'open'; readonly options: LegOptions }
  | { readonly do: 'remote'; readonly remote: RtpRemote }
  | { readonly do: 'begin'; readonly encoding: StreamEncoding }
  | { readonly do: 'heard'; readonly bytes: Uint8Array }
  | { readonly do: 'answered' | 'pause' | 'stop_recording' | 'close' }
  | { readonly do: 'record'; readonly leadMs?: number }
  | { readonly do: 'direction'; readonly direction: Direction }
  | { readonly do: 'audio'; readonly audio: Int16Array }
  | { readonly do: 'mark'; readonly name: number }
  | { readonly do: 'resume'; readonly backMs: number }
  | { readonly do: 'clear' | 'statistics'; readonly requestId: number }
  | { readonly do: 'press'; readonly keys: string }
  | { readonly do: 'bridge'; readonly other: number | null }
  | { readonly do: 'want'; readonly frames: boolean; readonly tones: boolean; readonly tap: boolean }
  | { readonly do: 'written' | 'tap_returned'; readonly buffer: ArrayBuffer }
);

export type MediaCommand = LegCommand | { readonly do: 'figures'; readonly requestId: number };

export type LegEvent = { readonly leg: number } & (
  | { readonly type: 'opened'; readonly port: number; readonly clockStartMs: number }
  | { readonly type: 'closed'; readonly why: string; readonly statistics: LegStatistics | null }
  | { readonly type: 'frames'; readonly audio: Int16Array<ArrayBuffer>; readonly atMs: number }
  | { readonly type: 'spoken'; readonly bytes: Uint8Array }
  | ({ readonly type: 'tapped' } & TappedBlock)
  | { readonly type: 'voiced' | 'quiet'; readonly atMs: number }
  | { readonly type: 'dtmf'; readonly key: string; readonly atMs: number }
  | { readonly type: 'tone'; readonly tone: DetectedTone }
  | { readonly type: 'marked'; readonly name: number }
  | { readonly type: 'progress'; readonly position: number }
  | { readonly type: 'recording'; readonly atMs: number }
  | { readonly type: 'block'; readonly buffer: ArrayBuffer; readonly at: number; readonly bytes: number }
  | { readonly type: 'recorded'; readonly samples: number; readonly lostMs: number }
  | {
      readonly type: 'cleared';
      readonly requestId: number;
      readonly playedMs: number;
      readonly position: number;
    }
  | { readonly type: 'statistics'; readonly requestId: number; readonly statistics: LegStatistics }
);

export type MediaEvent =
  | LegEvent
  | {
      readonly type: 'figures';
      readonly requestId: number;
      readonly lateness: LatenessReport;
      readonly rtp: RtpTotals;
    };

export interface LatenessReport extends LatenessFigures {
  readonly buckets: readonly { readonly ms: number; readonly ticks: number }[];
}
