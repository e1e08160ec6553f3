import { Command } from 'commander';
import { parseInstant } from '../../platform/kernel/instant';
import { print, printable, UsageError, wantsJson } from '../output';
import { inContexts } from '../run';

export function callCommand(): Command {
  const call = new Command('call').description('calls: traces of trunks, and what waits');
  call
    .command('trace')
    .description('read the SIP messages of a call, all its dials; they are stored when a dial ends')
    .requiredOption('--call <id>', 'the call')
    .action(async ({ call: id }: { readonly call: string }, command: Command) => {
      const messages = await inContexts((ops) => ops.telephony.traces.show(id));
      if (wantsJson(command) || messages.length === 0) {
        print(command, messages);
        return;
      }
      const parts = messages.map(
        ({ at, direction, trunk, text }) =>
          `${printable(`${at} ${direction} (${trunk})`)}\n${indent(text)}\n`,
      );
      process.stdout.write(parts.join('\n'));
    });
  call
    .command('cancel')
    .description(
      'cancel what waits and was queued before an instant, with its events; for a restored database',
    )
    .requiredOption('--created-before <when>', 'an instant such as 2026-11-20T09:15:00Z')
    .option('--account <id>', 'only of this account; without it of all accounts')
    .action(async (options: CancelOptions, command: Command) => {
      const before = parseInstant(options.createdBefore);
      if (!before) throw new UsageError('--created-before must be an instant such as 2026-11-20T09:15:00Z.');
      const [{ withContexts }, { cancelRestored }] = await Promise.all([
        import('../session.js'),
        import('../restored-calls.js'),
      ]);
      const cancel = withContexts('calls', (contexts) =>
        cancelRestored(contexts, before, options.account ?? null),
      );
      print(command, await cancel);
    });
  return call;
}

interface CancelOptions {
  readonly createdBefore: string;
  readonly account?: string;
}

/** Far sides send any text: only printable lines reach the terminal. */
function indent(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  return lines.map((line) => `  ${printable(line)}`).join('\n');
}
