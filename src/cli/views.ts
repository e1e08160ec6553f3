import type { Accounts, DoNotCallList, People } from '../accounts';
import type { ApiKeys } from '../auth';
import type { Credits } from '../credits';
import { numberOf, parseAmount } from '../platform/kernel/amount';
import { formatInstant } from '../platform/kernel/instant';
import { retryView } from '../shared-kernel/retry-policy';
import type { Logins } from '../sign-in';
import type { Trunks } from '../trunks';
import { clockTime } from '../platform/kernel/zoned-time';
import { HOUR_SECONDS } from '../platform/kernel/time/durations';

type Account = Awaited<ReturnType<Accounts['get']>>;
type Balance = Awaited<ReturnType<Credits['balance']>>;
type Member = NonNullable<Awaited<ReturnType<People['members']['find']>>>;
type Lead = Awaited<ReturnType<People['leads']['add']>>;
type Trunk = Awaited<ReturnType<Trunks['list']>>[number];
type Key = Awaited<ReturnType<ApiKeys['list']>>[number];

export function accountView(
  account: Account,
  { balance, reserved, rates }: Balance,
  trunks: readonly string[],
) {
  const rate = (text: string) => numberOf(parseAmount(text) ?? 0n);
  return {
    id: account.id,
    name: account.name,
    timezone: account.timezone,
    carrier: account.carrier,
    trunks,
    rings: account.rings,
    human_billing: account.humanBilling,
    human_language: account.humanLanguage,
    recording: account.recording,
    voice_tests: account.voiceTests,
    voice_test_minutes: account.voiceTestMinutes,
    trial_phone: account.trialPhone,
    lines: account.lines,
    calling_hours: hours(account.opensAtMinute, account.closesAtMinute),
    recall_gap_minutes: account.recallGapSeconds / 60,
    daily_per_number: account.dailyPerNumber,
    daily_limit: account.dailyLimit,
    queue_hours: account.queueSeconds / HOUR_SECONDS,
    max_human_minutes: account.maxHumanMinutes,
    countries: account.countries,
    dispositions: account.dispositions,
    listening: account.listening,
    listening_notice: account.listeningNotice ?? 'none',
    listening_human: account.listeningHuman,
    retry: account.retry && retryView(account.retry),
    unlocked: account.unlockedSettings,
    rates: {
      ai_call: Object.fromEntries(
        Object.entries(rates.ai_call).map(([engine, price]) => [engine, rate(price)]),
      ),
      human_call: rate(rates.human_call),
      analysis: rate(rates.analysis),
    },
    credits: {
      balance: numberOf(balance),
      reserved: numberOf(reserved),
      available: numberOf(balance - reserved),
    },
    created_at: formatInstant(account.createdAt),
  };
}

export function keyView(key: Key) {
  const instant = (at: Date | null) => at && formatInstant(at);
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    product: key.product,
    expires: key.expiresOn,
    last_used_at: instant(key.lastUsedAt),
    revoked_at: instant(key.revokedAt),
  };
}

export function memberView({ id, accountId, email, name, roles, status }: Member) {
  return { id, account: accountId, email, name, roles, status };
}

export function linkView({ url, path, expiresAt }: Awaited<ReturnType<Logins['renew']>>) {
  return { url, path, expires_at: formatInstant(expiresAt) };
}

export function leadView({ id, accountId, phoneNumber, name, externalId, createdAt }: Lead) {
  return {
    id,
    account: accountId,
    phone_number: phoneNumber,
    name,
    external_id: externalId,
    created_at: formatInstant(createdAt),
  };
}

export function entryView(entry: Awaited<ReturnType<DoNotCallList['add']>>) {
  return {
    phone_number: entry.phoneNumber,
    since: formatInstant(entry.since),
    call_id: entry.callId,
    reason: entry.reason,
  };
}

export function trunkRow(trunk: Trunk) {
  const { id, name, kind, channels_in_use: inUse, accounts, numbers } = trunk;
  const option = new Map<string, unknown>(Object.entries(trunk));
  return {
    id,
    name,
    kind,
    enabled: option.get('enabled') === true ? 'yes' : 'no',
    state: [...new Set(trunk.state.map(({ state }) => state))].join(', ') || '–',
    channels: `${inUse} of ${Number(option.get('channels'))}`,
    accounts: String(accounts.length),
    numbers: String(numbers.length),
  };
}

function hours(from: number | null, to: number | null): string {
  return from === null || to === null ? 'always' : `${clockTime(from)}-${clockTime(to)}`;
}
