import { retryView } from '../../shared-kernel/retry-policy';
import type { AccountState } from '../domain/account';
import { clockTime } from '../../platform/kernel/zoned-time';
import { HOUR_SECONDS } from '../../platform/kernel/time/durations';

export function settingsView(account: AccountState) {
  const { opensAtMinute: from, closesAtMinute: to } = account;
  return {
    object: 'settings' as const,
    name: account.name,
    timezone: account.timezone,
    calling_hours: from === null || to === null ? null : { from: clockTime(from), to: clockTime(to) },
    recall_gap_minutes: account.recallGapSeconds / 60,
    daily_per_number: account.dailyPerNumber,
    queue_hours: account.queueSeconds / HOUR_SECONDS,
    max_human_minutes: account.maxHumanMinutes,
    listening: account.listening,
    listening_notice: account.listeningNotice ?? 'none',
    listening_human: account.listeningHuman,
    retry: account.retry && retryView(account.retry),
    dispositions: [...account.dispositions],
    unlocked: [...account.unlockedSettings],
    plan: {
      lines: account.lines,
      daily_limit: account.dailyLimit,
      carrier: account.carrier,
      countries: account.countries && [...account.countries],
    },
  };
}
