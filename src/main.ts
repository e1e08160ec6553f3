import 'reflect-metadata';
import type { Logger } from 'pino';
import { describeStart } from './bootstrap/banner';
import { readConfig } from './platform/config/config';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres';
import { checkPorts } from './platform/http/ports';
import { createLogger, describeError, logFormatOf } from './platform/logging';
import { StartupError } from './platform/startup-error';
import { heap } from './bootstrap/heap';

async function main(): Promise<void> {
  heap.limitYoungSpaceGrowth();
  heap.limitOldSpaceGrowth();
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel, logFormatOf(config.logFormat));
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
  const closing: (() => Promise<void>)[] = postgres ? [() => postgres.stop()] : [];
  const close = async () => {
    for (let step = closing.pop(); step; step = closing.pop()) await step();
  };
  try {
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
  } catch (error) {
    await close();
    throw error;
  }
  endOnSignals(close, logger);
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
  process.on('unhandledRejection', (error) =>
    logger.error({ error: describeError(error) }, 'unhandled rejection'),
  );
}

main().catch((error: unknown) => {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`The service cannot start: ${(error as Error).message}\n`);
  process.exit(1);
});
