import { Command, CommanderError } from 'commander';
import { accountCommand } from './commands/account';
import { agentCommand, bookingPageCommand, whatsappTemplateCommand } from './commands/agent';
import { auditCommand } from './commands/audit';
import { callCommand } from './commands/call';
import { contactCommand } from './commands/contact';
import { creditsCommand } from './commands/credits';
import { databaseCommand } from './commands/database';
import { doNotCallCommand } from './commands/do-not-call';
import { keyCommand } from './commands/key';
import { leadCommand } from './commands/lead';
import { loginCommand } from './commands/login';
import { memberCommand } from './commands/member';
import { numberCommand } from './commands/number';
import { trunkCommand } from './commands/trunk';
import { DomainError } from '../platform/kernel/domain-error';
import { ExitCode, printable, UsageError } from './output';

const WRONG_USE = 2;

/** Commands use the service's database; with DATA_DIR also while the service runs. */
function program(): Command {
  const root = new Command('cli')
    .description("the operator's commands, on the same database as the service; they may run beside it")
    .usage('NOUN VERB [options]');
  for (const noun of [
    accountCommand(),
    keyCommand(),
    creditsCommand(),
    doNotCallCommand(),
    agentCommand(),
    bookingPageCommand(),
    whatsappTemplateCommand(),
    auditCommand(),
    memberCommand(),
    loginCommand(),
    leadCommand(),
    contactCommand(),
    callCommand(),
    trunkCommand(),
    numberCommand(),
    databaseCommand(),
  ])
    root.addCommand(noun);
  return settle(root);
}

/** Settings of every command: `--json`, errors of one line, no process.exit. */
function settle(command: Command): Command {
  command.exitOverride().configureOutput({
    outputError: (message, write) =>
      write(
        message
          .replace(/^error: /, '')
          .split('\n')
          .map(printable)
          .join('\n'),
      ),
  });
  command.option('--json', 'print one JSON document');
  command.commands.forEach(settle);
  return command;
}

export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return exitCodeOf(error);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ExitCode) return error.code;
  if (error instanceof CommanderError) {
    // Commander ends requested help with 0, and help for a missing verb with 1.
    return error.exitCode === 0 ? 0 : WRONG_USE;
  }
  const message = messageOf(error);
  process.stderr.write(`${printable(message)}\n`);
  return error instanceof UsageError ? WRONG_USE : 1;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  if (!(error instanceof DomainError) || error.code !== 'invalid_request') return line;
  const { errors = [] } = (error as DomainError<'invalid_request'>).details ?? {};
  return errors.map(({ field, message }) => `${field} ${message}`).join('; ');
}
