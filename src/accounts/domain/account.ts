import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import type { ListeningSettings } from './listening';
import { HOUR_SECONDS } from '../../platform/kernel/time/durations';

export const UNLOCKABLE_SETTINGS = [
  'timezone',
  'calling_hours',
  'recall_gap_minutes',
  'daily_per_number',
  'queue_hours',
  'max_human_minutes',
  'listening',
  'retry',
] as const;

export type UnlockableSetting = (typeof UNLOCKABLE_SETTINGS)[number];

export interface AccountState extends ListeningSettings {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly carrier: string;
  readonly lines: number;
  /** Calling hours, in minutes of the local day; both null: calls at any time. */
  readonly opensAtMinute: number | null;
  readonly closesAtMinute: number | null;
  readonly recallGapSeconds: number;
  readonly dailyPerNumber: number;
  readonly dailyLimit: number;
  readonly queueSeconds: number;
  readonly maxHumanMinutes: number;
  /** ISO 3166; null means all. */
  readonly countries: readonly string[] | null;
  /** For agents without their own; empty means the default labels of the API. */
  readonly dispositions: readonly string[];
  /** Phone that a carrier rings for a counsellor, where it can ring both. */
  readonly rings: 'mobile' | 'extension';
  /** For human calls on a real carrier; `credits`: as on the hosted one. */
  readonly humanBilling: 'provider' | 'credits';
  /** Spoken in human calls, as an agent's language; null: Hinglish. */
  readonly humanLanguage: string | null;
  readonly recording: boolean;
  /** At once; 0: off. */
  readonly voiceTests: number;
  /** In 24 hours. */
  readonly voiceTestMinutes: number;
  /** Admins of the account may set up a trial phone, which opens SIP_PORT. */
  readonly trialPhone: boolean;
  /** Further attempts of calls without a policy of their own; null: none. */
  readonly retry: RetryPolicy | null;
  readonly unlockedSettings: readonly UnlockableSetting[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type AccountSettings = Partial<Omit<AccountState, 'id' | 'createdAt' | 'updatedAt'>>;

export const ACCOUNT_DEFAULTS = {
  timezone: 'Asia/Kolkata',
  carrier: 'simulator',
  lines: 10,
  opensAtMinute: 9 * 60,
  closesAtMinute: 21 * 60,
  recallGapSeconds: HOUR_SECONDS,
  dailyPerNumber: 3,
  dailyLimit: 1_000,
  queueSeconds: 72 * HOUR_SECONDS,
  maxHumanMinutes: 60,
  countries: null,
  dispositions: [],
  rings: 'mobile',
  humanBilling: 'provider',
  humanLanguage: null,
  recording: true,
  voiceTests: 2,
  voiceTestMinutes: 60,
  trialPhone: false,
  listening: 'off',
  listeningNotice: null,
  listeningHuman: false,
  retry: null,
  unlockedSettings: [],
} as const satisfies AccountSettings;

/** Test calls have their own lines (R15). */
export const TEST_LINES = 10;
