import { constants } from 'node:os';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres';
import { withSignalHandler } from './signals';

/** With the embedded PostgreSQL, which it starts unless it runs already, and stops again, also for Ctrl-C. */
export async function withEmbedded<T>(
  dataDir: string,
  use: EmbeddedPostgresOptions['use'],
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const starting = startEmbeddedPostgres({ dataDir, use });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= starting.then((postgres) => postgres.stop()));
  return withSignalHandler(
    (signal) => {
      const end = () => process.exit(128 + constants.signals[signal]);
      stop().then(end, end);
    },
    async () => {
      const postgres = await starting;
      try {
        return await work(postgres);
      } finally {
        await stop();
      }
    },
  );
}
