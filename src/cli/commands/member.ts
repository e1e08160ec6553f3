import { Command } from 'commander';
import { type MemberRole, ROLE_NAMES } from '../../shared-kernel/roles';
import { prints } from '../run';
import * as values from '../values';

interface AddOptions {
  readonly account: string;
  readonly email: string;
  readonly name?: string;
  readonly role: MemberRole;
  readonly join?: boolean;
}

export function memberCommand(): Command {
  const member = new Command('member').description('who works in an account');
  const ofPerson = (name: string, description: string) =>
    member
      .command(name)
      .description(description)
      .requiredOption('--account <id>', 'the account')
      .requiredOption('--email <address>', 'the login, whatever its case', values.email('--email'));
  ofPerson('add', 'add a member, or a role more to one')
    .option(
      '--name <name>',
      'of a new login; the beginning of the e-mail when left out',
      values.text('--name'),
    )
    .requiredOption('--role <role>', `one of ${ROLE_NAMES.join(', ')}`, values.choice('--role', ROLE_NAMES))
    .option('--join', 'also a login of another account: it gets a new link, and what it had no longer works')
    .action(
      prints((ops, { account, email, name, role, join = false }: AddOptions) => {
        const login = { email, name: name ?? email.slice(0, email.lastIndexOf('@')), mobileNumber: null };
        return ops.members.add(account, login, role, join);
      }),
    );
  ofPerson('accept', 'accept an invitation for somebody: invited becomes active').action(
    prints((ops, { account, email }: AddOptions) => ops.members.accept(account, email)),
  );
  return member;
}
