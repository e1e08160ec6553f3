import type { LegReference } from './leg-reference';

export interface CallStore<C> {
  /** Locks one call until the end of the transaction. */
  lockById(id: string): Promise<C | null>;
  /**
   * As {@link lockById}; undefined unless the leg is the call's latest, and its carrier reports it.
   * @param reportedBy null: the service itself reports
   */
  lockLeg(leg: LegReference, reportedBy: string | null): Promise<C | undefined>;
  /** Reads calls without a lock. */
  read(ids: readonly string[]): Promise<C[]>;
  update(calls: readonly C[]): Promise<void>;
  /** Ids of calls whose watchdog time has passed without a report. */
  overdue(now: Date, limit: number): Promise<string[]>;
  /** Stores the carrier's own id; false when the leg belongs to no ongoing call. */
  storeCarrierCallId(leg: LegReference, carrierCallId: string): Promise<boolean>;
}
