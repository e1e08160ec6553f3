import type { LegStatistics, RecordedFile } from '../../../media';
import type { LineQuality } from '../../../shared-kernel/line-quality';
import type { CarrierEvent } from '../../domain/carrier';
import type { FailureOutcome } from '../../domain/cause-map';
import type { Route } from './route';

/** Without reference and time. */
export type CarrierEventBody = CarrierEvent extends infer T
  ? T extends CarrierEvent
    ? Omit<T, 'reference' | 'at'>
    : never
  : never;

export interface LegEndReport {
  /** null: we gave up, or the call was answered. */
  readonly failure: FailureOutcome | null;
  /** For the timeline, such as "503 Service Unavailable"; null without a response. */
  readonly response: string | null;
  readonly q850: number | null;
  /** null before audio flowed. */
  readonly packets: LegStatistics | null;
}

export const EMPTY_REPORT: LegEndReport = { failure: null, response: null, q850: null, packets: null };

/** Stores the rows of a dial's leg, each before its request leaves. */
export interface LegStore {
  /** False when the next trunk has no free channel. */
  moveTo(route: Route, last: LegEndReport): Promise<boolean>;
  /** The first 18x, or the carrier's ringing status. */
  rang(): void;
  /** How its line is now; stored a little later, with those of other legs. */
  storeLine(line: LineQuality): void;
  /** Frees the channel. Never rejects. */
  storeEnd(last: LegEndReport): Promise<void>;
}

export interface DialRecording {
  readonly path: string;
  /** Whether it is stored. Never rejects. */
  store(file: RecordedFile): Promise<boolean>;
  /** The finished file stays until `read` ends. */
  reading<T>(read: () => Promise<T>): Promise<T>;
  acknowledge(file: RecordedFile): void;
}
