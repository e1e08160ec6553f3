import { Module } from '@nestjs/common';
import { WebhookController } from './http/webhook.controller';
import { WebhooksModule } from './webhooks.module';

@Module({ imports: [WebhooksModule], controllers: [WebhookController] })
export class WebhooksHttpModule {}
