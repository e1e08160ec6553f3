import { Command } from 'commander';
import { print, wantsJson } from '../output';
import { inContexts } from '../run';
import * as values from '../values';

interface EraseOptions {
  readonly account: string;
  readonly phone: string;
  readonly dryRun?: boolean;
}

export function contactCommand(): Command {
  const contact = new Command('contact').description('the people whom the accounts call');
  contact
    .command('erase')
    .description("take one person's data out of an account; the ledger and a do-not-call entry stay")
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--phone <number>', 'E.164, such as +919876543210', values.phone)
    .option('--dry-run', 'only count what would go')
    .action(async ({ account, phone, dryRun = false }: EraseOptions, command: Command) => {
      const report = await inContexts((ops) => ops.eraseContact(account, phone, dryRun), 'calls');
      const { erased, ...rest } = report;
      print(command, wantsJson(command) ? report : { ...rest, ...erased });
    });
  return contact;
}
