import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccountsModule } from '../accounts';
import { AgentsModule, WaitingCalls } from '../agents';
import { AuthModule } from '../auth';
import { ConsoleModule } from '../console';
import { CreditsModule } from '../credits';
import { type Config, readConfig } from '../platform/config/config';
import { accessTo, type DatabaseAccess } from '../platform/database/access/database-access';
import { findPrimaries, migrateWhereNeeded } from '../platform/database/access/preparation';
import { DatabaseModule } from '../platform/database/database.module';
import { LinkSigner } from '../platform/link-signer';
import { PlatformModule, SecretsModule } from '../platform/platform.module';
import { SealedSecrets } from '../platform/sealed';
import { SecretBox } from '../platform/secrets';
import { SignInModule } from '../sign-in';
import { TrunkTestsModule } from '../carriers/trunk-tests.module';
import { withEmbedded } from './embedded-database';
import { CommandError } from './output';

/** Commands log nothing; they print to the terminal. Without `then`, so that awaiting it does not wait forever. */
const SILENT = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : () => undefined) }) as Logger;

/** Commands turn off no agent, so there are no waiting calls to cancel. */
class NoWaitingCalls extends WaitingCalls {
  override count(): Promise<number> {
    return Promise.reject(new Error('a command cannot turn off an agent'));
  }

  override cancel(): Promise<void> {
    return Promise.resolve();
  }
}

@Global()
@Module({ providers: [{ provide: WaitingCalls, useClass: NoWaitingCalls }], exports: [WaitingCalls] })
class NoCallsModule {}

/** Without SECRET_KEY, which few commands load, nothing can be encrypted, decrypted or signed. */
class NoSecretBox extends SecretBox {
  override seal(): never {
    throw new Error('a command seals no secret');
  }

  override open(): never {
    throw new Error('a command opens no secret');
  }
}

class NoLinkSigner extends LinkSigner {
  override sign(): never {
    throw new Error('a command signs no link');
  }
}

@Global()
@Module({
  providers: [
    SealedSecrets,
    { provide: SecretBox, useFactory: () => new NoSecretBox(randomBytes(32)) },
    { provide: LinkSigner, useFactory: () => new NoLinkSigner(randomBytes(32)) },
  ],
  exports: [SealedSecrets, SecretBox, LinkSigner],
})
class NoSecretsModule {}

@Module({})
class CommandModule {}

/** Settings only (fast), with the key of secrets, or calls with all dependencies. */
export type CommandReach = 'settings' | 'secrets' | 'calls';

/** On the service's database, also while the service runs. */
export function withContexts<T>(
  reach: CommandReach,
  work: (contexts: INestApplicationContext) => Promise<T>,
): Promise<T> {
  return withDatabase(async (access, config) => {
    if (reach === 'secrets' && config.databaseUrl !== null && config.secretKey === null) {
      throw new CommandError(
        "SECRET_KEY must be set to the service's key: this command needs the secrets in the database at DATABASE_URL.",
      );
    }
    await migrateWhereNeeded(access);
    const contexts = await openContexts(config, access, reach);
    try {
      return await work(contexts);
    } finally {
      await contexts.close();
    }
  });
}

/** Starts the embedded database for the time of the work unless it already runs. */
export async function withDatabase<T>(
  work: (access: DatabaseAccess, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent', ROLE: 'all' });
  const workAt = async (url: string, isEmbedded: boolean) => {
    const access = accessTo(url, config.database, isEmbedded);
    await findPrimaries(access);
    return work(access, config);
  };
  return config.databaseUrl === null
    ? withEmbedded(config.dataDir, 'command', ({ url }) => workAt(url, true))
    : workAt(config.databaseUrl, false);
}

async function openContexts(
  config: Config,
  access: DatabaseAccess,
  reach: CommandReach,
): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(
    {
      module: CommandModule,
      imports: [
        DatabaseModule.forCommand(access),
        PlatformModule.forConfig(config, SILENT),
        // Loaded only then, because they need a third of a command's time.
        ...(reach === 'calls' ? (await import('./call-contexts.js')).CALL_CONTEXTS : [NoCallsModule]),
        reach === 'secrets' ? SecretsModule : NoSecretsModule,
        TrunkTestsModule,
        AccountsModule,
        AgentsModule,
        AuthModule,
        CreditsModule,
        SignInModule,
        ConsoleModule,
      ],
    },
    { logger: false, abortOnError: false },
  );
}
