import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';
import { Relay } from '../events/relay';
import type { QueueBackend } from './queue-backend';
import { Queues } from './queues';
import { Sweeps } from './sweeps';

/** Background work of a worker process: BullMQ, the relay of the outbox, and the sweeps. */
@Global()
@Module({})
export class QueuesModule implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly queues: Queues,
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
    for (const { instance } of this.discovery.getProviders()) {
      if (instance instanceof Queue) this.queues.register(instance as Queue);
    }
  }
}
