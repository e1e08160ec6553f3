import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from './config/config';
import { CONFIG, LOGGER } from './config/config.token';
import { ClockKeeper } from './database/clock-keeper';
import { Erasers } from './erasure/erasers';
import { OutboxListener } from './events/outbox-listener';
import { OutboxNotifier } from './events/outbox-notifier';
import { Outbox } from './events/outbox';
import { AnswerEraser } from './idempotency/answer-eraser';
import { IdempotencyKeys } from './idempotency/idempotency';
import { AddressGuard } from './outbound/address-guard';
import { HostResolver } from './outbound/host-resolver';
import { Retention } from './retention';
import { Sweeps } from './sweeps';

@Global()
@Module({})
export class PlatformModule {
  static forConfig(config: Config, logger: Logger): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: CONFIG, useValue: config },
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
        CONFIG,
        LOGGER,
        OutboxListener,
        OutboxNotifier,
        Outbox,
        IdempotencyKeys,
        Erasers,
        Retention,
        Sweeps,
        AddressGuard,
      ],
    };
  }
}
