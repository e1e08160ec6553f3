import { Command } from 'commander';
import { SCOPES } from '../../platform/http/scopes';
import { prints } from '../run';
import * as values from '../values';

interface NewKeyOptions {
  readonly account: string;
  readonly name: string;
  readonly scopes: string[];
  readonly expires?: string | null;
  readonly product?: string;
}

export function keyCommand(): Command {
  const key = new Command('key').description("the accounts' API keys");
  key
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--account <id>', 'the account')
    .option('--name <name>', 'what it is for', values.text('--name'), 'Key')
    .option('--scopes <scopes>', `all, or some of ${SCOPES.join(',')}`, values.scopes(SCOPES), [...SCOPES])
    .option(
      '--expires <day>',
      "last day it works, in the account's time zone, such as 2027-03-31",
      values.day('--expires'),
    )
    .option('--product <name>', 'the product it is for (ai_calling)', values.text('--product', 64))
    .action(
      prints((ops, { account: accountId, name, scopes, expires: expiresOn, product }: NewKeyOptions) =>
        ops.createKey({ accountId, name, scopes, expiresOn, product }),
      ),
    );
  key
    .command('list')
    .description("list an account's keys: first characters, never the key")
    .requiredOption('--account <id>', 'the account')
    .action(prints((ops, { account }: { account: string }) => ops.listKeys(account)));
  key
    .command('revoke')
    .description('stop a key at once; calls it queued go ahead')
    .requiredOption('--key <id>', 'the key, by its id (key_…)')
    .action(prints((ops, { key: id }: { key: string }) => ops.revokeKey(id)));
  return key;
}
