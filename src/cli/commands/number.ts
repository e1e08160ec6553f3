import { Command } from 'commander';
import { print, UsageError } from '../output';
import { inContexts, prints } from '../run';
import * as values from '../values';

interface NumberOptions {
  readonly account?: string;
  readonly phone: string;
  readonly trunk?: string;
  readonly agent?: string;
  readonly default?: true;
  readonly outbound?: boolean;
}

export function numberCommand(): Command {
  const number = new Command('number').description(
    "the accounts' own numbers: shown as caller ids, answered by agents",
  );
  const ofNumber = (name: string, description: string) =>
    number
      .command(name)
      .description(description)
      .requiredOption('--phone <e164>', 'the number, + and 6 to 15 digits', values.ownNumber);
  settings(ofNumber('add', 'give an account a number'))
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--trunk <id>', 'the trunk that carries it')
    .option('--agent <id>', "the agent that answers calls to it, whatever the account's carrier")
    .action(
      prints((ops, { account = '', phone, ...options }: NumberOptions) =>
        ops.telephony.addNumber(account, phone, changeOf(options)),
      ),
    );
  settings(ofNumber('set', 'change a number; running calls go on as they began'))
    .option('--trunk <id>', 'the trunk that carries it')
    .option('--agent <id>', 'the agent that answers calls to it; none for nobody')
    .action(async ({ phone, ...options }: NumberOptions, command: Command) => {
      const change = changeOf(options);
      if (Object.values(change).every((value) => value === undefined)) {
        throw new UsageError('number set needs something to set: see number set --help.');
      }
      print(command, await inContexts((ops) => ops.telephony.setNumber(phone, change)));
    });
  number
    .command('list')
    .description('list numbers, lowest first')
    .option('--account <id>', 'of this account alone')
    .action(
      prints((ops, { account = null }: { account?: string | null }) => ops.telephony.listNumbers(account)),
    );
  ofNumber('remove', 'take a number away; running calls go on').action(
    prints((ops, { phone }: NumberOptions) => ops.telephony.removeNumber(phone)),
  );
  return number;
}

function settings(command: Command): Command {
  return command
    .option('--default', "make it the account's default")
    .option('--outbound <yes|no>', 'whether it may be a caller id (yes)', values.yesNo('--outbound'));
}

function changeOf({ trunk, agent, default: makeDefault, outbound }: Omit<NumberOptions, 'phone'>) {
  return { trunkId: trunk, agentId: agent === 'none' ? null : agent, makeDefault, outbound };
}
