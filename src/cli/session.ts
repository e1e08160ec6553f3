import 'reflect-metadata';
import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountsModule } from '../accounts';
import { AgentsModule, WaitingCalls } from '../agents';
import { AuthModule } from '../auth';
import { CreditsModule } from '../credits';
import { type Config, readConfig } from '../platform/config';
import { createDataSource } from '../platform/database/data-source';
import { DatabaseModule } from '../platform/database/database.module';
import { migrate } from '../platform/database/migrate';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres';
import { PlatformModule } from '../platform/platform.module';

/** A command speaks to its terminal alone. */
const SILENT = new Proxy({}, { get: () => () => undefined }) as Logger;

/** Commands turn off no agent, so no call waits to be canceled with one. */
class NoWaitingCalls extends WaitingCalls {
  override cancelOf(): Promise<number> {
    return Promise.reject(new Error('a command cannot turn off an agent'));
  }
}

@Global()
@Module({ providers: [{ provide: WaitingCalls, useClass: NoWaitingCalls }], exports: [WaitingCalls] })
class NoCallsModule {}

@Module({})
class CommandModule {}

/** What a command works with: the contexts, on the same database as the service, also while it runs. */
export async function withContexts<T>(work: (contexts: INestApplicationContext) => Promise<T>): Promise<T> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent', ROLE: 'all' });
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, use: 'command' })
      : null;
  try {
    const url = postgres?.url ?? config.databaseUrl ?? '';
    await prepare(url);
    const contexts = await openContexts(config, url);
    try {
      return await work(contexts);
    } finally {
      await contexts.close();
    }
  } finally {
    await postgres?.stop();
  }
}

/** A command may come before the service has ever started. */
async function prepare(url: string): Promise<void> {
  const dataSource = await createDataSource(url).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

function openContexts(config: Config, url: string): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(
    {
      module: CommandModule,
      imports: [
        DatabaseModule.forUrl(url),
        PlatformModule.forConfig(config, SILENT),
        NoCallsModule,
        AccountsModule,
        AgentsModule,
        AuthModule,
        CreditsModule,
      ],
    },
    { logger: false, abortOnError: false },
  );
}
