import { Global, Module } from '@nestjs/common';
import { BatchesModule } from '../batches';
import { CallsModule } from '../calls';
import { HumanCallsModule } from '../human-calls';
import { Metrics } from '../platform/metrics';
import { WebhooksModule } from '../webhooks';

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
class NoServiceModule {}

export const CALL_CONTEXTS = [NoServiceModule, CallsModule, BatchesModule, HumanCallsModule, WebhooksModule];
