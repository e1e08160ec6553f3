import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { describeStart } from './bootstrap/banner';
import { type Config, readConfig } from './platform/config/config';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { checkPorts } from './platform/http/ports';
import { createLogger, describeError, logFormatOf } from './platform/logging';
import { StartupError } from './platform/startup-error';
import { heap } from './bootstrap/heap';

/** How long a signal waits for the start to end, which is what it then closes. */
const START_TIMEOUT_MS = 10_000;

type Closing = (() => Promise<void>)[];

async function main(): Promise<void> {
  heap.limitYoungSpaceGrowth();
  heap.limitOldSpaceGrowth();
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel, logFormatOf(config.logFormat));
  const closing: Closing = [];
  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= (async () => {
      for (let step = closing.pop(); step; step = closing.pop()) await step();
    })());
  const started = start(config, logger, closing);
  // PostgreSQL has its own process group, and would outlive a start that a signal ends.
  endOnSignals(async () => {
    await Promise.race([started.catch(() => undefined), sleep(START_TIMEOUT_MS)]);
    await close();
  }, logger);
  try {
    await started;
  } catch (error) {
    await close();
    throw error;
  }
  process.on('unhandledRejection', (error) =>
    logger.error({ error: describeError(error) }, 'unhandled rejection'),
  );
}

/** Adds to `closing` what to stop, the last first. */
async function start(config: Config, logger: Logger, closing: Closing): Promise<void> {
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          use: 'service',
          warn: (message) => logger.warn(message),
          // PostgreSQL starts in a process of its own.
          onLaunched: () => void import('./bootstrap/service.js').catch(() => undefined),
        })
      : null;
  if (postgres) closing.push(() => postgres.stop());
  // Before any work on the database, and before the demo key is shown, which happens only once.
  await checkPorts(config);
  // Loaded late, so that a refused start fails fast.
  const [{ createService }, { demoIds, makeDemo }, { setupOf }] = await Promise.all([
    import('./bootstrap/service.js'),
    import('./bootstrap/demo.js'),
    import('./bootstrap/setup.js'),
  ]);
  const service = await createService(config, logger, postgres?.url ?? config.databaseUrl ?? '');
  closing.push(() => service.close());
  const wantsDemo = config.demo ?? postgres !== null;
  const demo = wantsDemo ? await makeDemo(service.app) : null;
  if (wantsDemo) service.showExamples(await demoIds(service.app));
  const port = await service.listen();
  heap.restoreYoungSpaceGrowth();
  const setup = await setupOf(service.app, config);
  process.stdout.write(describeStart(config, port, { demo, setup, hasPage: service.hasPage }));
}

function endOnSignals(end: () => Promise<void>, logger: Logger): void {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C changes nothing: shutdown ends within the drain time.
      if (ending) return;
      ending = true;
      logger.info({ signal }, 'stopping');
      end().then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ error: describeError(error) }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`The service cannot start: ${(error as Error).message}\n`);
  process.exit(1);
});
