import { type Command, Option } from 'commander';
import type { Accounts } from '../accounts';
import { LISTENING_MODES, MAX_NOTICE_LENGTH, UNLOCKABLE_SETTINGS } from '../accounts/names';
import type { Amount } from '../platform/kernel/amount';
import { RETRY_CAUSES, RETRY_LIMITS, type RetryCause, type RetryPolicy } from '../shared-kernel/retry-policy';
import { VOICE_ENGINE_IDS } from '../shared-kernel/voice-engines';
import * as values from './values';
import { DAY_SECONDS, HOUR_SECONDS } from '../platform/kernel/time/durations';

const MAX_TRUNKS = 8;

type AccountSettings = Parameters<Accounts['set']>[1];

interface RatesChange {
  readonly rate?: Readonly<Record<string, Amount>>;
  readonly humanRate?: Amount;
  readonly analysisRate?: Amount;
}

interface RetryChange {
  readonly retryAttempts?: number;
  readonly retryOn?: readonly RetryCause[];
  readonly retryWait?: readonly number[];
}

type Fields = AccountSettings & RatesChange & RetryChange & { readonly trunks?: readonly string[] };

export interface AccountChange {
  readonly settings: AccountSettings;
  readonly rates: RatesChange | null;
  readonly trunks: readonly string[] | undefined;
  readonly retry: Partial<RetryPolicy> | null;
}

interface AccountOption {
  readonly flags: string;
  readonly about: string;
  readonly read?: ((text: string, earlier: never) => unknown) | undefined;
  readonly change: (value: never) => Fields;
}

/** The options of `account create` and `account set`, in the order of their help. */
const OPTIONS: readonly AccountOption[] = [
  field('--name <name>', 'what it is called', 'name', values.text('--name')),
  field('--timezone <zone>', 'such as Asia/Kolkata', 'timezone', values.timeZone),
  field('--lines <n>', 'calls at once', 'lines', values.wholeNumber('--lines', 0, 100_000)),
  {
    flags: '--calling-hours <hours>',
    about: '09:00-21:00, or always',
    read: values.callingHours,
    change: (hours: ReturnType<typeof values.callingHours>) =>
      hours === 'always'
        ? { opensAtMinute: null, closesAtMinute: null }
        : { opensAtMinute: hours.from, closesAtMinute: hours.to },
  },
  field(
    '--recall-gap-minutes <n>',
    'between two calls to one number',
    'recallGapSeconds',
    values.seconds('--recall-gap-minutes', 60, 0, 30 * DAY_SECONDS),
  ),
  field(
    '--daily-per-number <n>',
    'calls a day to one number',
    'dailyPerNumber',
    values.wholeNumber('--daily-per-number', 0, 1_000_000),
  ),
  field(
    '--daily-limit <n>',
    'calls a day',
    'dailyLimit',
    values.wholeNumber('--daily-limit', 0, 100_000_000),
  ),
  field(
    '--queue-hours <n>',
    'a call waits at most so long',
    'queueSeconds',
    values.seconds('--queue-hours', HOUR_SECONDS, 1, 365 * DAY_SECONDS),
  ),
  field(
    '--max-human-minutes <n>',
    'longest human call',
    'maxHumanMinutes',
    values.wholeNumber('--max-human-minutes', 1, 1_440),
  ),
  field('--carrier <name>', 'the carrier of its calls, such as simulator or sip', 'carrier'),
  field(
    '--trunks <ids>',
    'of the carrier, tried in this order; none for none',
    'trunks',
    values.ids('--trunks', MAX_TRUNKS),
  ),
  field(
    '--rings <what>',
    'mobile, or extension on sip: what is rung of a counsellor',
    'rings',
    values.choice('--rings', ['mobile', 'extension']),
  ),
  field(
    '--human-billing <who>',
    'provider, or credits: who bills human calls on a real carrier',
    'humanBilling',
    values.choice('--human-billing', ['provider', 'credits']),
  ),
  {
    flags: '--human-language <language>',
    about: 'spoken in human calls, such as tamil or ta; none for Hinglish',
    change: (language: string) => ({ humanLanguage: language === 'none' ? null : language }),
  },
  field('--recording <yes|no>', 'no keeps the transcript alone', 'recording', values.yesNo('--recording')),
  field(
    '--voice-tests <n>',
    'voice tests at once; 0 turns them off',
    'voiceTests',
    values.wholeNumber('--voice-tests', 0, 20),
  ),
  field(
    '--voice-test-minutes <n>',
    'of voice tests in 24 hours',
    'voiceTestMinutes',
    values.wholeNumber('--voice-test-minutes', 1, 1_440),
  ),
  field(
    '--trial-phone <yes|no>',
    'yes lets admins try it with a softphone of their own, which opens SIP_PORT',
    'trialPhone',
    values.yesNo('--trial-phone'),
  ),
  field(
    '--listening <who>',
    'off, admins or staff: who may listen to running calls',
    'listening',
    values.choice('--listening', LISTENING_MODES),
  ),
  {
    flags: '--listening-notice <how>',
    about: 'none, script (the opening lines say it), or a text that agents say before their opening line',
    read: values.text('--listening-notice', MAX_NOTICE_LENGTH),
    change: (notice: string) => ({ listeningNotice: notice === 'none' ? null : notice }),
  },
  field(
    '--listening-human <yes|no>',
    'yes lets human calls be heard; needs the notice script',
    'listeningHuman',
    values.yesNo('--listening-human'),
  ),
  field(
    '--retry-attempts <n>',
    'calls to a contact at most, the first included; 1 for no further attempt',
    'retryAttempts',
    values.wholeNumber('--retry-attempts', 1, RETRY_LIMITS.attempts),
  ),
  field(
    '--retry-on <ends>',
    `ends that an attempt follows, some of ${RETRY_CAUSES.join(',')}`,
    'retryOn',
    values.someOf('--retry-on', RETRY_CAUSES),
  ),
  field(
    '--retry-wait <minutes>',
    'between attempts, such as 60,240,1440; the last one repeats',
    'retryWait',
    values.wholeNumbers('--retry-wait', RETRY_LIMITS.waits, RETRY_LIMITS.waitMinutes),
  ),
  {
    flags: '--countries <codes>',
    about: 'IN,AE, or all',
    read: values.countries,
    change: (countries: ReturnType<typeof values.countries>) => ({
      countries: countries === 'all' ? null : countries,
    }),
  },
  field('--dispositions <labels>', 'labels a,b of agents without their own', 'dispositions', values.labels),
  field(
    '--rate <engine=credits>',
    'AI call, a started minute; may be repeated',
    'rate',
    values.rate(VOICE_ENGINE_IDS),
  ),
  field(
    '--human-rate <credits>',
    'human call, a started minute',
    'humanRate',
    values.amount('--human-rate', { zero: true }),
  ),
  field(
    '--analysis-rate <credits>',
    'analysis, a recorded minute',
    'analysisRate',
    values.amount('--analysis-rate', { zero: true }),
  ),
];

const UNLOCK = field(
  '--unlock <fields>',
  `what admins may change in the console: some of ${UNLOCKABLE_SETTINGS.join(',')}, or none`,
  'unlockedSettings',
  values.names('--unlock', UNLOCKABLE_SETTINGS),
);

export function addAccountOptions(command: Command): Command {
  for (const shared of OPTIONS) addOption(command, shared);
  return command;
}

export function addUnlockOption(command: Command): Command {
  return addOption(command, UNLOCK);
}

export function changes(options: object): AccountChange {
  const given = new Map<string, unknown>(Object.entries(options));
  const fields: Fields = {};
  for (const { flags, change } of [...OPTIONS, UNLOCK]) {
    const value = given.get(new Option(flags).attributeName());
    if (value !== undefined) Object.assign(fields, change(value as never));
  }
  const { trunks, rate, humanRate, analysisRate, retryAttempts, retryOn, retryWait, ...settings } = fields;
  const retry = {
    ...(retryAttempts && { maxAttempts: retryAttempts }),
    ...(retryOn && { on: retryOn }),
    ...(retryWait && { waitMinutes: retryWait }),
  };
  const hasRates = rate !== undefined || humanRate !== undefined || analysisRate !== undefined;
  return {
    settings,
    trunks,
    rates: hasRates ? { rate, humanRate, analysisRate } : null,
    retry: Object.keys(retry).length > 0 ? retry : null,
  };
}

function addOption(command: Command, { flags, about, read }: AccountOption): Command {
  return read === undefined ? command.option(flags, about) : command.option(flags, about, read as never);
}

/** Changes the one field that has the value as it was read. */
function field<K extends keyof Fields>(
  flags: string,
  about: string,
  name: K,
  read?: (text: string, earlier: NonNullable<Fields[K]>) => NonNullable<Fields[K]>,
): AccountOption {
  return { flags, about, read, change: (value: Fields[K]) => ({ [name]: value }) };
}
