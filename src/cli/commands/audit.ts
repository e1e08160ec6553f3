import { Command } from 'commander';
import { isDay, parseInstant } from '../../platform/kernel/instant';
import { ExitCode, print, UsageError, wantsJson } from '../output';
import { inContexts } from '../run';

interface AuditOptions {
  readonly account?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: boolean;
}

export function auditCommand(): Command {
  return new Command('audit')
    .description('prove from the database what the service promises; exit 1 with the ids when a check fails')
    .option('--account <id>', 'one account; all when left out')
    .option('--from <when>', "a day of the account's zone or an instant", moment('--from'))
    .option('--to <when>', 'likewise; a day counts to its end', moment('--to'))
    .action(async (options: AuditOptions, command: Command) => {
      const report = await inContexts((ops) => ops.audit(options));
      const forPeople = report.checks.map(({ name, count, failures }) => ({
        check: name,
        looked_at: count,
        result: failures.length === 0 ? 'ok' : `FAILED: ${failures.join(', ')}`,
      }));
      print(command, wantsJson(command) ? report : forPeople);
      if (!report.ok) throw new ExitCode(1);
    });
}

function moment(option: string) {
  return (text: string): string => {
    if (isDay(text) || parseInstant(text)) return text;
    throw new UsageError(
      `${option} ${JSON.stringify(text)} must be a day such as 2026-11-20, or an instant such as 2026-11-20T09:00:00Z.`,
    );
  };
}
