import { Command } from 'commander';
import { print, printable } from '../output';
import { inContexts } from '../run';

export function callCommand(): Command {
  const call = new Command('call').description('calls over trunks');
  call
    .command('trace')
    .description('read the SIP messages of a call, all its dials; they are stored when a dial ends')
    .requiredOption('--call <id>', 'the call')
    .action(async ({ call: id }: { readonly call: string }, command: Command) => {
      const messages = await inContexts((ops) => ops.telephony.showTrace(id));
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      if (json || messages.length === 0) {
        print(command, messages);
        return;
      }
      const parts = messages.map(
        ({ at, direction, trunk, text }) =>
          `${printable(`${at} ${direction} (${trunk})`)}\n${indented(text)}\n`,
      );
      process.stdout.write(parts.join('\n'));
    });
  return call;
}

/** Far sides send any text: only printable lines reach the terminal. */
function indented(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/);
  return lines.map((line) => `  ${printable(line)}`).join('\n');
}
