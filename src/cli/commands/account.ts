import { Command } from 'commander';
import { type AccountOptions, changes } from '../account-change';
import { UNLOCKABLE_SETTINGS } from '../../accounts/names';
import { VOICE_ENGINE_IDS as ENGINES } from '../../shared-kernel/voice-engines';
import { CommandError, print, UsageError } from '../output';
import * as values from '../values';
import { inContexts } from '../run';

const MINUTE = 60;
const HOUR = 3_600;
const MAX_TRUNKS = 8;

export function accountCommand(): Command {
  const account = new Command('account').description('the tenants: plan, calling policy, rates');
  settings(account.command('create').description('make an account; options left out have their defaults'))
    .option('--credits <amount>', 'credits to begin with', values.amount('--credits', { zero: true }))
    .option('--with-key', 'make a key with all scopes, too')
    .action(async (options: AccountOptions, command: Command) => {
      await checkCarrier(options);
      print(command, await inContexts((ops) => ops.createAccount(changes(options), options)));
    });
  settings(account.command('set').description('change settings; they apply to waiting calls within seconds'))
    .requiredOption('--account <id>', 'the account')
    .option(
      '--unlock <fields>',
      `what admins may change in the console: some of ${UNLOCKABLE_SETTINGS.join(',')}, or none`,
      values.names('--unlock', UNLOCKABLE_SETTINGS),
    )
    .action(async (options: AccountOptions, command: Command) => {
      const change = changes(options);
      if (Object.keys(change.settings).length === 0 && !change.rates && !change.trunks) {
        throw new UsageError('account set needs something to set: see account set --help.');
      }
      await checkCarrier(options);
      const { account: id = '' } = options;
      print(command, known(id, await inContexts((ops) => ops.setAccount(id, change))));
    });
  account
    .command('show')
    .description('read an account')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account: id }: { account: string }, command: Command) => {
      print(command, known(id, await inContexts((ops) => ops.showAccount(id))));
    });
  account
    .command('list')
    .description('list all accounts, oldest first')
    .action(async (_options: unknown, command: Command) => {
      print(command, await inContexts((ops) => ops.listAccounts()));
    });
  return account;
}

/** Loads the carriers late, so that help and usage errors do not wait for them. */
async function checkCarrier({ carrier }: AccountOptions): Promise<void> {
  if (carrier === undefined) return;
  const { requireCarrier } = await import('../known-carriers.js');
  requireCarrier(carrier);
}

/** @throws CommandError when there is no such account */
export function known<T>(id: string, found: T | null): T {
  if (found === null) throw new CommandError(`There is no account ${id}: account list shows them.`);
  return found;
}

function settings(command: Command): Command {
  return command
    .option('--name <name>', 'what it is called', values.text('--name'))
    .option('--timezone <zone>', 'such as Asia/Kolkata', values.timeZone)
    .option('--lines <n>', 'calls at once', values.wholeNumber('--lines', 0, 100_000))
    .option('--calling-hours <hours>', '09:00-21:00, or always', values.callingHours)
    .option(
      '--recall-gap-minutes <n>',
      'between two calls to one number',
      values.seconds('--recall-gap-minutes', MINUTE, 0, 30 * 24 * HOUR),
    )
    .option(
      '--daily-per-number <n>',
      'calls a day to one number',
      values.wholeNumber('--daily-per-number', 0, 1_000_000),
    )
    .option('--daily-limit <n>', 'calls a day', values.wholeNumber('--daily-limit', 0, 100_000_000))
    .option(
      '--queue-hours <n>',
      'a call waits at most so long',
      values.seconds('--queue-hours', HOUR, 1, 365 * 24 * HOUR),
    )
    .option(
      '--max-human-minutes <n>',
      'longest human call',
      values.wholeNumber('--max-human-minutes', 1, 1_440),
    )
    .option('--carrier <name>', 'the carrier of its calls, such as simulator or sip')
    .option(
      '--trunks <ids>',
      'of the carrier, tried in this order; none for none',
      values.ids('--trunks', MAX_TRUNKS),
    )
    .option(
      '--rings <what>',
      'mobile, or extension on sip: what is rung of a counsellor',
      values.choice('--rings', ['mobile', 'extension']),
    )
    .option(
      '--human-billing <who>',
      'provider, or credits: who bills human calls on a real carrier',
      values.choice('--human-billing', ['provider', 'credits']),
    )
    .option('--human-language <language>', 'spoken in human calls, such as tamil or ta; none for Hinglish')
    .option('--recording <yes|no>', 'no keeps the transcript alone', values.yesNo('--recording'))
    .option('--countries <codes>', 'IN,AE, or all', values.countries)
    .option('--dispositions <labels>', 'labels a,b of agents without their own', values.labels)
    .option('--rate <engine=credits>', 'AI call, a started minute; may be repeated', values.rate(ENGINES))
    .option(
      '--human-rate <credits>',
      'human call, a started minute',
      values.amount('--human-rate', { zero: true }),
    )
    .option(
      '--analysis-rate <credits>',
      'analysis, a recorded minute',
      values.amount('--analysis-rate', { zero: true }),
    );
}
