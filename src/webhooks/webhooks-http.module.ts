import { Module } from '@nestjs/common';
import { ConsoleDeliveriesController } from './http/console-deliveries.controller';
import { WebhookController } from './http/webhook.controller';
import { WebhooksModule } from './webhooks.module';

@Module({ imports: [WebhooksModule], controllers: [WebhookController, ConsoleDeliveriesController] })
export class WebhooksHttpModule {}
