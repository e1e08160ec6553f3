import type { LegStatistics, RecordedFile } from '../../../media';
import type { CarrierEvent } from '../../domain/carrier';
import type { FailureOutcome } from '../../domain/cause-map';
import type { Route } from './route';

/** An event of a leg, before its reference and time are added. */
export type CarrierEventBody = CarrierEvent extends infer T
  ? T extends CarrierEvent
    ? Omit<T, 'reference' | 'at'>
    : never
  : never;

export interface LegEndReport {
  /** null: we gave up, or the call was answered. */
  readonly verdict: FailureOutcome | null;
  /** As the timeline shows it, such as "503 Service Unavailable"; null without a response. */
  readonly response: string | null;
  readonly q850: number | null;
  /** null before audio flowed. */
  readonly packets: LegStatistics | null;
}

/** The report of a leg that got no response. */
export const EMPTY_REPORT: LegEndReport = { verdict: null, response: null, q850: null, packets: null };

/** The rows of a dial's leg. Each is stored before its request leaves. */
export interface LegStore {
  /** Moves the leg to a channel of the next trunk. False when that has none free. */
  moveTo(route: Route, last: LegEndReport): Promise<boolean>;
  /** The first 18x, or the carrier's ringing status. */
  rang(): void;
  /** Frees the channel. Never rejects. */
  ended(last: LegEndReport): Promise<void>;
}

export interface DialRecording {
  readonly path: string;
  /** Resolves with whether it is stored. Never rejects. */
  store(file: RecordedFile): Promise<boolean>;
  /** The finished file stays until `read` ends. */
  reading<T>(read: () => Promise<T>): Promise<T>;
  acknowledge(file: RecordedFile): void;
}
