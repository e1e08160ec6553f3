import { Command } from 'commander';
import { print } from '../output';
import { inContexts } from '../run';
import * as values from '../values';

const EXTERNAL_ID_LENGTH = 255;

interface LeadOptions {
  readonly account: string;
  readonly phone: string;
  readonly name?: string;
  readonly externalId?: string;
}

export function leadCommand(): Command {
  const lead = new Command('lead').description(
    "the accounts' leads: a human call is filed on the only one with its number",
  );
  lead
    .command('add')
    .description('add a lead')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--phone <number>', 'E.164, such as +919876543210', values.phone)
    .option('--name <name>', 'who it is', values.text('--name'))
    .option(
      '--external-id <id>',
      "the account's own record id",
      values.text('--external-id', EXTERNAL_ID_LENGTH),
    )
    .action(async ({ account, phone, name, externalId }: LeadOptions, command: Command) => {
      const made = { phoneNumber: phone, name: name ?? null, externalId: externalId ?? null };
      print(command, await inContexts((ops) => ops.addLead(account, made)));
    });
  return lead;
}
