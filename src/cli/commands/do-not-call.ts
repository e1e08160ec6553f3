import { Command } from 'commander';
import { print } from '../output';
import { inContexts } from '../run';
import * as values from '../values';

interface NumberOptions {
  readonly account: string;
  readonly phone: string;
}

export function doNotCallCommand(): Command {
  const list = new Command('do-not-call').description('numbers that must not be called any more');
  const ofNumber = (name: string, description: string) =>
    list
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'the account')
      .requiredOption('--phone <number>', 'E.164, such as +919876543210', values.phone);
  ofNumber('add', 'put a number on the list').action(
    async ({ account, phone }: NumberOptions, command: Command) => {
      print(command, await inContexts((ops) => ops.addDoNotCall(account, phone)));
    },
  );
  ofNumber('remove', 'take a number off the list').action(
    async ({ account, phone }: NumberOptions, command: Command) => {
      print(command, await inContexts((ops) => ops.removeDoNotCall(account, phone)));
    },
  );
  list
    .command('list')
    .description('list the numbers, newest first')
    .requiredOption('--account <id>', 'the account')
    .action(async ({ account }: { account: string }, command: Command) => {
      print(command, await inContexts((ops) => ops.listDoNotCall(account)));
    });
  return list;
}
