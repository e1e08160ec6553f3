import type { UNLOCKABLE_SETTINGS } from '../accounts/names';
import type { Amount } from '../platform/kernel/amount';

export interface AccountOptions {
  readonly account?: string;
  readonly name?: string;
  readonly timezone?: string;
  readonly credits?: Amount;
  readonly lines?: number;
  readonly callingHours?: { from: number; to: number } | 'always';
  readonly recallGapMinutes?: number;
  readonly dailyPerNumber?: number;
  readonly dailyLimit?: number;
  readonly queueHours?: number;
  readonly maxHumanMinutes?: number;
  readonly carrier?: string;
  readonly countries?: string[] | 'all';
  readonly dispositions?: string[];
  readonly rate?: Record<string, Amount>;
  readonly humanRate?: Amount;
  readonly analysisRate?: Amount;
  readonly trunks?: string[];
  readonly rings?: 'mobile' | 'extension';
  readonly humanBilling?: 'provider' | 'credits';
  readonly humanLanguage?: string;
  readonly recording?: boolean;
  readonly withKey?: boolean;
  readonly unlock?: (typeof UNLOCKABLE_SETTINGS)[number][];
}

export type AccountChange = ReturnType<typeof changes>;

export function changes(options: AccountOptions) {
  // `recallGapMinutes` and `queueHours` contain seconds: `values.seconds` has converted them.
  const { callingHours, recallGapMinutes, queueHours } = options;
  const hours = callingHours === 'always' ? { from: null, to: null } : callingHours;
  const all = {
    name: options.name,
    timezone: options.timezone,
    lines: options.lines,
    hoursFrom: hours?.from,
    hoursTo: hours?.to,
    recallGapSeconds: recallGapMinutes,
    dailyPerNumber: options.dailyPerNumber,
    dailyLimit: options.dailyLimit,
    queueSeconds: queueHours,
    maxHumanMinutes: options.maxHumanMinutes,
    carrier: options.carrier,
    countries: options.countries === 'all' ? null : options.countries,
    dispositions: options.dispositions,
    rings: options.rings,
    humanBilling: options.humanBilling,
    humanLanguage: options.humanLanguage === 'none' ? null : options.humanLanguage,
    recording: options.recording,
    unlockedSettings: options.unlock,
  };
  const given = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<{ [K in keyof typeof all]: NonNullable<(typeof all)[K]> }>;
  const { rate, humanRate, analysisRate } = options;
  const rates =
    rate || humanRate !== undefined || analysisRate !== undefined ? { rate, humanRate, analysisRate } : null;
  return { settings: given, rates, trunks: options.trunks };
}
