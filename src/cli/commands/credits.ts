import { Command } from 'commander';
import type { Amount } from '../../platform/kernel/amount';
import { prints } from '../run';
import * as values from '../values';
import { known } from './account';

export function creditsCommand(): Command {
  const credits = new Command('credits').description("the accounts' credits");
  credits
    .command('top-up')
    .description('add credits; calls that wait for them go on by themselves')
    .requiredOption('--account <id>', 'the account')
    .requiredOption(
      '--amount <credits>',
      'how many, at most 4 decimal places',
      values.amount('--amount', { zero: false }),
    )
    .action(
      prints(async (ops, { account, amount }: { account: string; amount: Amount }) =>
        known(account, await ops.topUp(account, amount)),
      ),
    );
  return credits;
}
