import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config';
import { DatabaseMetrics } from '../database/primary/database-metrics';
import { PoolMetrics } from '../database/pool-metrics';
import { UnitOfWork } from '../database/unit-of-work';
import { HealthController } from '../health/health.controller';
import { Readiness } from '../health/readiness';
import { MetricsController } from '../health/metrics.controller';
import { Metrics } from '../metrics';
import { RateLog, RequestCounts } from './rate-limit/request-counts';
import { FallbackLog, PostgresSlidingLog, RedisSlidingLog } from './rate-limit/shared-logs';
import { MemorySlidingLog } from './rate-limit/sliding-log';

@Global()
@Module({})
export class HttpModule {
  static forConfig(config: Config, redis: Redis | null): DynamicModule {
    return {
      module: HttpModule,
      controllers: [HealthController, ...(config.metricsPort === null ? [MetricsController] : [])],
      providers: [
        Metrics,
        PoolMetrics,
        DatabaseMetrics,
        Readiness,
        RequestCounts,
        {
          provide: RateLog,
          inject: [UnitOfWork],
          useFactory: (unitOfWork: UnitOfWork) => rateLog(config, redis, unitOfWork),
        },
      ],
      exports: [Metrics, Readiness, RateLog, RequestCounts],
    };
  }
}

/** One process counts in memory; several share Redis, or else one PostgreSQL row per key. */
function rateLog(config: Config, redis: Redis | null, unitOfWork: UnitOfWork): RateLog {
  if (redis) return new FallbackLog(new RedisSlidingLog(redis));
  if (config.databaseUrl === null) return new MemorySlidingLog();
  return new FallbackLog(new PostgresSlidingLog(unitOfWork));
}
