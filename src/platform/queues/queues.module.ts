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
import { describeError } from '../logging';
import { IdempotencyKeys } from '../idempotency/idempotency';
import { OutboxMetrics } from '../events/outbox-metrics';
import { Relay } from '../events/relay';
import type { QueueBackend } from './queue-backend';
import { Queues } from './queues';
import { Sweeps } from './sweeps';

/** Keys that are no longer honoured go in pieces, so that nobody waits for them. */
const FORGET_EVERY_MS = 60_000;
const AT_ONCE = 50_000;

/** BullMQ tells of every step of a job; nobody listens, so little of it is kept. */
const EVENTS = { events: { maxLen: 100 } };

/** Background work of a worker process: BullMQ, the relay of the outbox, and the sweeps. */
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
  ) {}

  static on(backend: QueueBackend): DynamicModule {
    return {
      module: QueuesModule,
      imports: [DiscoveryModule, BullModule.forRoot({ connection: backend.connection, streams: EVENTS })],
      providers: [Queues, Sweeps, Relay, OutboxMetrics],
      exports: [Queues, Sweeps, Relay],
    };
  }

  onModuleInit(): void {
    this.sweeps.every(FORGET_EVERY_MS, 'old idempotency keys', () => this.idempotency.forgetOld(AT_ONCE));
    for (const { instance } of this.discovery.getProviders()) {
      if (instance instanceof Queue) this.queues.register(instance as Queue);
    }
  }

  /** What a worker cannot do (a job that vanished, a database that is away) is told, and ends nothing: the sweeps go on. */
  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (!(instance instanceof WorkerHost)) continue;
      const worker: Worker = (instance as WorkerHost).worker;
      worker.on('error', (error: unknown) => {
        // A worker that is cut off while it ends has nothing left to say.
        if (!this.#ending) this.#logger.warn(`queue ${worker.name}: ${JSON.stringify(describeError(error))}`);
      });
    }
  }

  beforeApplicationShutdown(): void {
    this.#ending = true;
  }
}
