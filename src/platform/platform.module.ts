import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from './config';
import { CONFIG, LOGGER } from './config.token';
import { ClockKeeper } from './database/clock-keeper';
import { Doorbell } from './events/doorbell';
import { Outbox } from './events/outbox';
import { HealthController } from './health/health.controller';
import { MetricsController } from './health/metrics.controller';
import { RateLog } from './http/rate-limit/rate-limit.guard';
import { FallingBackLog, PostgresSlidingLog, RedisSlidingLog } from './http/rate-limit/shared-logs';
import { MemorySlidingLog } from './http/rate-limit/sliding-log';
import { IdempotencyKeys } from './idempotency/idempotency';
import { Metrics } from './metrics';

/** What every context may ask for; it knows none of them. */
@Global()
@Module({})
export class PlatformModule {
  static forConfig(config: Config, logger: Logger, redis: Redis | null): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [HealthController, ...(config.metricsPort === null ? [MetricsController] : [])],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        {
          provide: RateLog,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => rateLog(config, redis, dataSource),
        },
        Metrics,
        Doorbell,
        Outbox,
        IdempotencyKeys,
        ClockKeeper,
      ],
      exports: [CONFIG, LOGGER, RateLog, Metrics, Doorbell, Outbox, IdempotencyKeys],
    };
  }
}

/** One process alone counts in memory; several share Redis, or else one row a key. */
function rateLog(config: Config, redis: Redis | null, dataSource: DataSource): RateLog {
  if (redis) return new FallingBackLog(new RedisSlidingLog(redis));
  if (config.databaseUrl === null) return new MemorySlidingLog();
  return new FallingBackLog(new PostgresSlidingLog(dataSource));
}
