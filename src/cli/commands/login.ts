import { Command } from 'commander';
import { prints } from '../run';
import * as values from '../values';

export function loginCommand(): Command {
  const login = new Command('login').description('people who sign in to the console');
  login
    .command('setup')
    .description('make the link of the first person; it ends the one that a start printed')
    .action(prints((ops) => ops.logins.setup()));
  const ofPerson = (name: string, description: string) =>
    login
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'the login, whatever its case', values.email('--email'));
  ofPerson('link', 'make a link with which somebody chooses a password; it works for 24 hours, once').action(
    prints((ops, { email }: { email: string }) => ops.logins.link(email)),
  );
  ofPerson('email', 'correct the address of a login; its links, sessions and password end')
    .requiredOption('--to <address>', 'the right address', values.email('--to'))
    .action(prints((ops, { email, to }: { email: string; to: string }) => ops.logins.changeEmail(email, to)));
  ofPerson('sign-out', 'end every session of a login at once').action(
    prints((ops, { email }: { email: string }) => ops.logins.signOut(email)),
  );
  login
    .command('list')
    .description('list all logins, by e-mail')
    .action(prints((ops) => ops.logins.list()));
  return login;
}
