import { Command } from 'commander';
import { TRUNK_KIND_NAMES as KINDS, type TrunkKind } from '../../trunks/names';
import { ExitCode, print, printTable, UsageError, wantsJson } from '../output';
import { trunkRow } from '../views';
import { inContexts, prints } from '../run';
import * as values from '../values';

interface TrunkOptions extends Readonly<Record<string, unknown>> {
  readonly kind: TrunkKind;
  readonly name?: string;
  readonly trunk: string;
  readonly phone?: string;
  readonly newToken?: true;
}

export function trunkCommand(): Command {
  const trunk = new Command('trunk').description('ways to telephone providers');
  // The option tables are loaded only for these commands.
  trunk.hook('preSubcommand', async (_trunk, command) => {
    if (command.name() !== 'add' && command.name() !== 'set') return;
    const { addTrunkOptions } = await import('../trunk-options.js');
    addTrunkOptions(command);
  });
  addChanges(trunk);
  trunk
    .command('list')
    .description('list all trunks, oldest first')
    .action(async (_options: unknown, command: Command) => {
      const trunks = await inContexts((ops) => ops.telephony.trunks.list());
      printTable(command, trunks, trunks.map(trunkRow));
    });
  trunk
    .command('show')
    .description('read a trunk')
    .requiredOption('--trunk <id>', 'the trunk')
    .action(prints((ops, { trunk: id }: TrunkOptions) => ops.telephony.trunks.show(id)));
  addTest(trunk);
  trunk
    .command('remove')
    .description('remove a trunk that no account, number or leg uses')
    .requiredOption('--trunk <id>', 'the trunk')
    .action(prints((ops, { trunk: id }: TrunkOptions) => ops.telephony.trunks.remove(id)));
  return trunk;
}

function addChanges(trunk: Command): void {
  trunk
    .command('add')
    .description('add a trunk; what is not said has its default')
    .requiredOption('--kind <kind>', `one of ${KINDS.join(', ')}`, values.choice('--kind', KINDS))
    .requiredOption('--name <name>', 'what it is called, whatever its case: unique')
    .action(async ({ kind, name = '', ...given }: TrunkOptions, command: Command) => {
      const { readName, readTrunkChange } = await import('../trunk-options.js');
      const called = readName(name);
      const { change, reach } = await readTrunkChange(given);
      print(command, await inContexts((ops) => ops.telephony.addTrunk(kind, called, change), reach));
    });
  trunk
    .command('set')
    .description('change a trunk, for new legs within 5 s; an empty text takes back what has no default')
    .requiredOption('--trunk <id>', 'the trunk')
    .option('--name <name>', 'what it is called')
    .option('--new-token', 'another address for inbound calls (cloud trunks); the old one ends')
    .action(async ({ trunk: id, name, newToken, ...given }: TrunkOptions, command: Command) => {
      const { readName, readTrunkChange } = await import('../trunk-options.js');
      const { change, reach } = await readTrunkChange(given);
      const all = { ...change, name: name === undefined ? undefined : readName(name) };
      const changes = Object.keys(change.options).length + Object.keys(change.secrets).length;
      if (changes === 0 && name === undefined && newToken === undefined) {
        throw new UsageError('trunk set needs something to set: see trunk set --help.');
      }
      print(command, await inContexts((ops) => ops.telephony.setTrunk(id, all, newToken === true), reach));
    });
}

function addTest(trunk: Command): void {
  trunk
    .command('test')
    .description('try a trunk from here, beside the service; exit 1 when a check fails')
    .requiredOption('--trunk <id>', 'the trunk')
    .option('--phone <number>', 'rings this phone over it, and hangs up at the first ring', values.phone)
    .action(async ({ trunk: id, phone }: TrunkOptions, command: Command) => {
      const report = await inContexts((ops) => ops.telephony.trunkTests.test(id, phone ?? null), 'secrets');
      const forPeople = report.checks.map(({ name, ok, message }) => ({
        check: name,
        result: ok ? 'ok' : 'FAILED',
        message,
      }));
      print(command, wantsJson(command) ? report : forPeople);
      if (!report.ok) throw new ExitCode(1);
    });
}
