// Apart from webhooks.module.ts: controllers would slow the start of commands that erase contacts.
import { Module, type OnModuleInit } from '@nestjs/common';
import { BullModule } from '@nestjs/bullmq';
import { Clock } from '../platform/clock';
import { Metrics } from '../platform/metrics';
import { Queues } from '../platform/queues/queues';
import { Sweeps } from '../platform/sweeps';
import type { ProcessRoles } from '../platform/config/process-roles';
import { ConsoleDeliveriesController } from './http/console-deliveries.controller';
import { WebhookController } from './http/webhook.controller';
import { WebhooksModule } from './webhooks.module';
import { DeliveryClaims } from './application/delivery-claims';
import { DeliveryScheduler } from './application/delivery-scheduler';
import { DeliveryRetention } from './application/delivery-retention';
import { SecretRenewal } from './application/secret-renewal';
import { DELIVERY_QUEUE, DeliveryProcessor } from './infrastructure/delivery.processor';
import { EventScheduleRepository } from './infrastructure/event-schedule.repository';
import { MINUTE_MS } from '../platform/kernel/time/durations';

const POLL_INTERVAL_MS = 1_000;

@Module({ imports: [WebhooksModule], controllers: [WebhookController, ConsoleDeliveriesController] })
class WebhooksHttpModule {}

@Module({
  imports: [BullModule.registerQueue({ name: DELIVERY_QUEUE }), WebhooksModule],
  providers: [DeliveryClaims, DeliveryScheduler, DeliveryProcessor, DeliveryRetention, SecretRenewal],
})
class WebhooksWorkerModule implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
    private readonly metrics: Metrics,
    private readonly events: EventScheduleRepository,
    private readonly retention: DeliveryRetention,
  ) {}

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, 'due deliveries', async () => {
      for (const accountId of await this.events.accountsWithDue(this.clock.now())) {
        await this.queues.remind(DELIVERY_QUEUE, { accountId });
      }
    });
    this.sweeps.every(MINUTE_MS, 'old deliveries', () => this.retention.run());
    this.metrics.gauge('aics_webhook_events_pending', 'Events that wait for an attempt.', async () => {
      return (await this.events.backlog()).pending;
    });
    this.metrics.gauge(
      'aics_webhook_oldest_pending_seconds',
      'Age of the oldest event that waits.',
      async () => {
        const { oldest } = await this.events.backlog();
        return oldest ? Math.max(0, (this.clock.nowMs() - oldest.getTime()) / 1_000) : 0;
      },
    );
  }
}

export function webhooksModules({ api, worker }: ProcessRoles) {
  return [WebhooksModule, api && WebhooksHttpModule, worker && WebhooksWorkerModule];
}
