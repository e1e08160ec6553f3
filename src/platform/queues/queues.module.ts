import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';
import { IdempotencyKeys } from '../idempotency/idempotency';
import { Relay } from '../events/relay';
import type { QueueBackend } from './queue-backend';
import { Queues } from './queues';
import { Sweeps } from './sweeps';

/** Keys that are no longer honoured go in pieces, so that nobody waits for them. */
const FORGET_EVERY_MS = 60_000;
const AT_ONCE = 50_000;

/** Background work of a worker process: BullMQ, the relay of the outbox, and the sweeps. */
@Global()
@Module({})
export class QueuesModule implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly idempotency: IdempotencyKeys,
  ) {}

  static on(backend: QueueBackend): DynamicModule {
    return {
      module: QueuesModule,
      imports: [DiscoveryModule, BullModule.forRoot({ connection: backend.connection })],
      providers: [Queues, Sweeps, Relay],
      exports: [Queues, Sweeps, Relay],
    };
  }

  onModuleInit(): void {
    this.sweeps.every(FORGET_EVERY_MS, 'old idempotency keys', () => this.idempotency.forgetOld(AT_ONCE));
    for (const { instance } of this.discovery.getProviders()) {
      if (instance instanceof Queue) this.queues.register(instance as Queue);
    }
  }
}
