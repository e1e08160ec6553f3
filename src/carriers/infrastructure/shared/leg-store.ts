import type { LegStatistics, RecordedFile } from '../../../media';
import type { CarrierEvent } from '../../domain/carrier';
import type { FailureOutcome } from '../../domain/cause-map';
import type { Route } from './route';

/** What is told of a leg; whose it is and when are added. */
export type CarrierEventBody = CarrierEvent extends infer T
  ? T extends CarrierEvent
    ? Omit<T, 'reference' | 'at'>
    : never
  : never;

/** The last word of the network on a leg. */
export interface LegEndReport {
  /** null when it gave none: we gave up, or the call was answered. */
  readonly verdict: FailureOutcome | null;
  /** The response as the timeline shows it, such as "503 Service Unavailable"; null without one. */
  readonly said: string | null;
  readonly q850: number | null;
  /** null before audio flowed. */
  readonly packets: LegStatistics | null;
}

/** What a leg says of itself when nobody else said anything. */
export const EMPTY_REPORT: LegEndReport = { verdict: null, said: null, q850: null, packets: null };

/** The rows of a dial's leg: written before the network learns of what they say. */
export interface LegStore {
  /** Takes a channel of the next trunk in place of the last one's; false when it has none free. */
  moveTo(route: Route, last: LegEndReport): Promise<boolean>;
  /** The first 18x, or the carrier's word that it rings. */
  rang(): void;
  /** Frees the channel. Never rejects. */
  ended(last: LegEndReport): Promise<void>;
}

/** Where the recording of a dial is written, and how it is stored. */
export interface DialRecording {
  readonly path: string;
  /** Resolves with whether it is stored. Never rejects. */
  store(file: RecordedFile): Promise<boolean>;
  /** Runs what reads the finished file, which stays until then. */
  reading<T>(read: () => Promise<T>): Promise<T>;
  /** The call knows that it is stored. */
  acknowledge(file: RecordedFile): void;
}
