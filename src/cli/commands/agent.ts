import { Command } from 'commander';
import { wantsJson } from '../output';
import { prints } from '../run';
import * as values from '../values';
import type { TestCommand } from '../agent-tests/run-files';
import { known } from './account';

const MODES = ['off', 'fixed', 'full'] as const;
type Mode = (typeof MODES)[number];
const ENGINES = ['offline', 'model'] as const;

export function agentCommand(): Command {
  const agent = new Command('agent').description(
    "tests of agents, and what the operator's support sets on them",
  );
  agent
    .command('speech-cache')
    .description('set speech_cache_mode, which is read-only in the API')
    .requiredOption('--agent <id>', 'the agent')
    .requiredOption('--mode <mode>', MODES.join(', '), values.choice('--mode', MODES))
    .action(
      prints((ops, { agent: id, mode }: { agent: string; mode: Mode }) => ops.setSpeechCache(id, mode)),
    );
  agent
    .command('test')
    .description(
      'run the tests of a file, or of all files in a folder: no call, no request of a tool, no charge',
    )
    .requiredOption('--file <path>', 'YAML or JSON; an object as agent needs no database')
    .option('--account <id>', 'the account of the agent; needed when there are several')
    .option('--agent <id>', 'an id or a name, instead of the agents of the files')
    .option('--engine <engine>', ENGINES.join(' or '), values.choice('--engine', ENGINES), 'offline')
    .option('--only <name>', 'the test of this name alone')
    .option('--junit <path>', 'write the results for a CI server, too')
    .action(async (options: TestCommand, command: Command) => {
      const { runTestFiles } = await import('../agent-tests/run-files.js');
      await runTestFiles({ ...options, json: wantsJson(command) });
    });
  return agent;
}

export function bookingPageCommand(): Command {
  const page = new Command('booking-page').description('booking pages that agents book on');
  page
    .command('add')
    .description('add a booking page')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'what it is called', values.text('--name'))
    .action(
      prints(async (ops, { account, name }: { account: string; name: string }) =>
        known(account, await ops.addBookingPage(account, name)),
      ),
    );
  return page;
}

export function whatsappTemplateCommand(): Command {
  const template = new Command('whatsapp-template').description('WhatsApp templates that send rules name');
  template
    .command('add')
    .description('add a template; of one of that name, set whether it is approved')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'its name', values.text('--name'))
    .option('--approved', 'it is approved; without it, it is not')
    .action(
      prints(
        async (
          ops,
          { account, name, approved = false }: { account: string; name: string; approved?: boolean },
        ) => known(account, await ops.addWhatsappTemplate(account, name, approved)),
      ),
    );
  return template;
}
