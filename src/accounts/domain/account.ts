/** A tenant, as it is stored. */
export interface AccountState {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** The carrier that its calls go through, by name. */
  readonly carrier: string;
  readonly lines: number;
  readonly hoursFrom: number | null;
  readonly hoursTo: number | null;
  readonly recallGapSeconds: number;
  readonly dailyPerNumber: number;
  readonly dailyLimit: number;
  readonly queueSeconds: number;
  readonly maxHumanMinutes: number;
  /** ISO 3166 codes; null for all. */
  readonly countries: readonly string[] | null;
  /** The labels that agents without labels of their own give; empty means the description's. */
  readonly dispositions: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What the operator may set. */
export type AccountSettings = Partial<Omit<AccountState, 'id' | 'createdAt' | 'updatedAt'>>;

/** The defaults of decisions, section 4. */
export const ACCOUNT_DEFAULTS = {
  timezone: 'Asia/Kolkata',
  carrier: 'simulator',
  lines: 10,
  hoursFrom: 9 * 60,
  hoursTo: 21 * 60,
  recallGapSeconds: 3_600,
  dailyPerNumber: 3,
  dailyLimit: 1_000,
  queueSeconds: 72 * 3_600,
  maxHumanMinutes: 60,
  countries: null,
  dispositions: [],
} as const satisfies AccountSettings;

/** Test calls run at once on so many lines of their own. */
export const TEST_LINES = 10;
