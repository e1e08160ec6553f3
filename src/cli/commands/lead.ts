import { Command } from 'commander';
import { prints } from '../run';
import * as values from '../values';

const EXTERNAL_ID_LENGTH = 255;

interface LeadOptions {
  readonly account: string;
  readonly phone: string;
  readonly name?: string | null;
  readonly externalId?: string | null;
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
    .action(
      prints((ops, { account, phone, name = null, externalId = null }: LeadOptions) =>
        ops.addLead(account, { phoneNumber: phone, name, externalId }),
      ),
    );
  return lead;
}
