import { BullModule, WorkerHost } from '@nestjs/bullmq';
import {
  type DynamicModule,
  Global,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Queue, type Worker } from 'bullmq';
import { errorText } from '../logging';
import { IdempotencyKeys } from '../idempotency/idempotency';
import { OutboxMetrics } from '../events/outbox-metrics';
import { Relay } from '../events/relay';
import { SealedSecrets } from '../sealed';
import type { QueueBackend } from './queue-backend';
import { ErrorDigest } from './error-digest';
import { Queues } from './queues';
import { RedisAwareWorker } from './redis-shutdown';
import { Sweeps } from '../sweeps';
import { MINUTE_MS } from '../kernel/time/durations';

/** In small pieces, so that the locks are short. */
const BATCH_SIZE = 50_000;

const RENEW_INTERVAL_MS = 60_000;

/** BullMQ publishes every step of a job, without subscribers here. */
const STREAM_OPTIONS = { events: { maxLen: 100 } };

@Global()
@Module({})
export class QueuesModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(QueuesModule.name);
  #ending = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly idempotency: IdempotencyKeys,
    private readonly sealed: SealedSecrets,
  ) {}

  static on(backend: QueueBackend): DynamicModule {
    BullModule.workerClass = RedisAwareWorker;
    return {
      module: QueuesModule,
      imports: [
        DiscoveryModule,
        BullModule.forRoot({ connection: backend.connection, streams: STREAM_OPTIONS }),
      ],
      providers: [Queues, Relay, OutboxMetrics],
      exports: [Queues, Relay],
    };
  }

  onModuleInit(): void {
    this.sweeps.every(MINUTE_MS, 'old idempotency keys', () => this.idempotency.forgetOld(BATCH_SIZE));
    this.sweeps.every(RENEW_INTERVAL_MS, 'secrets of the previous key', () => this.sealed.renew());
    for (const { instance } of this.discovery.getProviders()) {
      if (instance instanceof Queue) this.queues.register(instance as Queue);
    }
  }

  /** Errors of workers (a vanished job, an unreachable database) are logged and stop nothing. */
  onApplicationBootstrap(): void {
    const digest = new ErrorDigest((line) => this.#logger.warn(line));
    for (const { instance } of this.discovery.getProviders()) {
      if (!(instance instanceof WorkerHost)) continue;
      const worker: Worker = (instance as WorkerHost).worker;
      worker.on('error', (error: unknown) => {
        // A worker that is cut off during shutdown may fail.
        if (!this.#ending) digest.add(worker.name, errorText(error));
      });
    }
  }

  beforeApplicationShutdown(): void {
    this.#ending = true;
  }
}
