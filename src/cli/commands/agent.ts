import { Command } from 'commander';
import { prints } from '../run';
import * as values from '../values';
import { known } from './account';

const MODES = ['off', 'fixed', 'full'] as const;
type Mode = (typeof MODES)[number];

export function agentCommand(): Command {
  const agent = new Command('agent').description("what the operator's support sets on agents");
  agent
    .command('speech-cache')
    .description('set speech_cache_mode, which is read-only in the API')
    .requiredOption('--agent <id>', 'the agent')
    .requiredOption('--mode <mode>', MODES.join(', '), values.choice('--mode', MODES))
    .action(
      prints((ops, { agent: id, mode }: { agent: string; mode: Mode }) => ops.setSpeechCache(id, mode)),
    );
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
    .description('add a template, or approve the one of that name')
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--name <name>', 'its name', values.text('--name'))
    .option('--approved', 'it is approved')
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
