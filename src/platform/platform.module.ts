import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from './config/config';
import { LOGGER } from './logger.token';
import { ClockKeeper } from './database/clock-keeper';
import { UnitOfWork } from './database/unit-of-work';
import { Erasers } from './erasure/erasers';
import { OutboxListener } from './events/outbox-listener';
import { OutboxNotifier } from './events/outbox-notifier';
import { Outbox } from './events/outbox';
import { AnswerEraser } from './idempotency/answer-eraser';
import { IdempotencyKeys } from './idempotency/idempotency';
import { LinkSigner } from './link-signer';
import { AddressGuard } from './outbound/address-guard';
import { HostResolver } from './outbound/host-resolver';
import { Retention } from './retention';
import { SealedSecrets } from './sealed';
import { checkSecretKey, loadSecretKey } from './secret-key';
import { SecretBox } from './secrets';
import { Sweeps } from './sweeps';

@Global()
@Module({})
export class PlatformModule {
  static forConfig(config: Config, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: LOGGER, useValue: logger },
        OutboxListener,
        OutboxNotifier,
        Outbox,
        IdempotencyKeys,
        Erasers,
        Retention,
        Sweeps,
        AnswerEraser,
        ClockKeeper,
        AddressGuard,
        HostResolver,
      ],
      exports: [
        Config,
        LOGGER,
        OutboxListener,
        OutboxNotifier,
        Outbox,
        IdempotencyKeys,
        Erasers,
        Retention,
        Sweeps,
        AddressGuard,
        HostResolver,
      ],
    };
  }
}

interface SecretKeys {
  readonly current: Buffer;
  readonly previous: Buffer | null;
}

const SECRET_KEYS = Symbol('SECRET_KEYS');

/** The key is checked against the database before anything else starts. */
@Global()
@Module({
  providers: [
    {
      provide: SECRET_KEYS,
      inject: [Config],
      useFactory: async (config: Config): Promise<SecretKeys> => {
        const previous = config.secretKeyPrevious;
        return {
          current: await loadSecretKey(config),
          previous: previous === null ? null : Buffer.from(previous, 'hex'),
        };
      },
    },
    {
      provide: SecretBox,
      inject: [SECRET_KEYS, UnitOfWork],
      useFactory: async ({ current, previous }: SecretKeys, unitOfWork: UnitOfWork) => {
        const box = new SecretBox(current, previous);
        await checkSecretKey(unitOfWork, box);
        return box;
      },
    },
    {
      provide: LinkSigner,
      inject: [SECRET_KEYS],
      useFactory: ({ current, previous }: SecretKeys) => new LinkSigner(current, previous),
    },
    SealedSecrets,
  ],
  exports: [SecretBox, LinkSigner, SealedSecrets],
})
export class SecretsModule {}
