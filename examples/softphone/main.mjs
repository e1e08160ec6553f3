#!/usr/bin/env node
/**
 * A telephone on the command line, for tests and for trying things out: npm run -s softphone -- --help. It uses the
 * service's own SIP user agent and media, and nothing else of the service. docs/softphone.md has examples.
 */
import { buildWhenNeeded } from '../../scripts/build-when-needed.mjs';
import { HELP, readOptions, UsageError } from './options.mjs';

let options;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exit(2);
}
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

await buildWhenNeeded();
const { Events } = await import('./events.mjs');
const { Softphone } = await import('./softphone.mjs');
const { sayings } = await import('./sayings.mjs');
const { Script } = await import('./script.mjs');

// Whoever reads may go first.
process.stdout.on('error', () => process.exit(0));
const events = new Events(options.json);
try {
  if (options.script) options.script = await Script.read(options.script);
  const softphone = await Softphone.open(options, await sayings(options.say), events);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void softphone.close().then(() => process.exit(process.exitCode ?? 0)));
  }
  if (options.dial) {
    const completed = await softphone.dial(options.dial);
    await softphone.close();
    process.exitCode = completed ? 0 : 1;
  }
} catch (error) {
  console.error(error.message);
  process.exit(error instanceof UsageError ? 2 : 1);
}
