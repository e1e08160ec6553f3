import { Command } from 'commander';
import { prints } from '../run';
import * as values from '../values';

interface NumberOptions {
  readonly account: string;
  readonly phone: string;
}

export function doNotCallCommand(): Command {
  const list = new Command('do-not-call').description('numbers that must not be called any more');
  const ofNumber = (name: string, description: string, read: (text: string) => string) =>
    list
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'the account')
      .requiredOption('--phone <number>', 'E.164, such as +919876543210', read);
  ofNumber('add', 'put a number on the list', values.phone).action(
    prints((ops, { account, phone }: NumberOptions) => ops.addDoNotCall(account, phone)),
  );
  ofNumber('remove', 'take a number off the list', values.listedNumber).action(
    prints((ops, { account, phone }: NumberOptions) => ops.removeDoNotCall(account, phone)),
  );
  list
    .command('list')
    .description('list the numbers, newest first')
    .requiredOption('--account <id>', 'the account')
    .action(prints((ops, { account }: { account: string }) => ops.listDoNotCall(account)));
  return list;
}
