import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallAnnouncer, CallsModule } from '../calls';
import { HumanCallAnnouncer } from '../human-calls';
import { AttemptResults } from './application/attempt-results';
import { DeliveryAttempts } from './application/delivery-attempts';
import { DeliveryWaker } from './application/delivery-waker';
import { DeliveryOverview } from './application/delivery-overview';
import { EventEraser } from './application/event-eraser';
import { WebhookHumanCallAnnouncer } from './application/human-call-announcer';
import { WebhookAnnouncer } from './application/webhook-announcer';
import { WebhookDeliveries } from './application/webhook-deliveries';
import { WebhookEndpoints } from './application/webhook-endpoints';
import { WebhookEvents } from './application/webhook-events';
import { DeliveryMetrics } from './infrastructure/delivery-metrics';
import { DeliveryRepository } from './infrastructure/delivery.repository';
import { EndpointRepository } from './infrastructure/endpoint.repository';
import { EndpointSecrets } from './infrastructure/endpoint-secrets';
import { EndpointSchema } from './infrastructure/endpoint.schema';
import { EventRepository } from './infrastructure/event.repository';
import { EventScheduleRepository } from './infrastructure/event-schedule.repository';
import { FailedEventsRepository } from './infrastructure/failed-events.repository';
import { WebhookClient } from './infrastructure/webhook-client';

const SERVICES = [
  WebhookEndpoints,
  WebhookDeliveries,
  WebhookEvents,
  DeliveryAttempts,
  DeliveryOverview,
  DeliveryWaker,
  EndpointSecrets,
  EndpointRepository,
  EventRepository,
  EventScheduleRepository,
  DeliveryRepository,
];

/** Global because it provides the announcers that calls and human calls, lower contexts, inject. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([EndpointSchema]), CallsModule],
  providers: [
    ...SERVICES,
    AttemptResults,
    EventEraser,
    WebhookClient,
    FailedEventsRepository,
    DeliveryMetrics,
    { provide: CallAnnouncer, useClass: WebhookAnnouncer },
    { provide: HumanCallAnnouncer, useClass: WebhookHumanCallAnnouncer },
  ],
  exports: [...SERVICES, CallAnnouncer, HumanCallAnnouncer],
})
export class WebhooksModule {}
