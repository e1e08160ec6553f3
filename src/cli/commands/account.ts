import { Command } from 'commander';
import type { Amount } from '../../platform/kernel/amount';
import { addAccountOptions, addUnlockOption, changes } from '../account-change';
import { print, UsageError } from '../output';
import { noAccount } from '../require-account';
import { inContexts, prints } from '../run';
import * as values from '../values';

interface AccountOptions extends Readonly<Record<string, unknown>> {
  readonly account: string;
  readonly carrier?: string;
  readonly credits?: Amount;
  readonly withKey?: boolean;
}

export function accountCommand(): Command {
  const account = new Command('account').description('the tenants: plan, calling policy, rates');
  addAccountOptions(
    account.command('create').description('make an account; options left out have their defaults'),
  )
    .option('--credits <amount>', 'credits to begin with', values.amount('--credits', { zero: true }))
    .option('--with-key', 'make a key with all scopes, too')
    .action(async (options: AccountOptions, command: Command) => {
      await checkCarrier(options);
      print(command, await inContexts((ops) => ops.createAccount(changes(options), options)));
    });
  addUnlockOption(
    addAccountOptions(
      account.command('set').description('change settings; they apply to waiting calls within seconds'),
    ).requiredOption('--account <id>', 'the account'),
  ).action(async (options: AccountOptions, command: Command) => {
    const change = changes(options);
    if (Object.keys(change.settings).length === 0 && !change.rates && !change.trunks && !change.retry) {
      throw new UsageError('account set needs something to set: see account set --help.');
    }
    await checkCarrier(options);
    const { account: id } = options;
    print(command, known(id, await inContexts((ops) => ops.setAccount(id, change))));
  });
  account
    .command('show')
    .description('read an account')
    .requiredOption('--account <id>', 'the account')
    .action(prints(async (ops, { account: id }: AccountOptions) => known(id, await ops.showAccount(id))));
  account
    .command('list')
    .description('list all accounts, oldest first')
    .action(prints((ops) => ops.listAccounts()));
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
  if (found === null) throw noAccount(id);
  return found;
}
