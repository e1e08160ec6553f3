export interface AccountState {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  /** Name of the carrier for its calls. */
  readonly carrier: string;
  readonly lines: number;
  readonly hoursFrom: number | null;
  readonly hoursTo: number | null;
  readonly recallGapSeconds: number;
  readonly dailyPerNumber: number;
  readonly dailyLimit: number;
  readonly queueSeconds: number;
  readonly maxHumanMinutes: number;
  /** ISO 3166 codes; null means all. */
  readonly countries: readonly string[] | null;
  /** Labels for agents without labels of their own; empty means the default labels of the API. */
  readonly dispositions: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Settings the operator may change. */
export type AccountSettings = Partial<Omit<AccountState, 'id' | 'createdAt' | 'updatedAt'>>;

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

/** Test calls have lines of their own (R15). */
export const TEST_LINES = 10;
