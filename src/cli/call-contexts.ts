import { Global, Module } from '@nestjs/common';
import { BatchesModule } from '../batches';
import { CallsModule } from '../calls';
import { HumanCallsModule } from '../human-calls';
import { Metrics } from '../platform/metrics';
import { WebhooksModule } from '../webhooks';

/** Provides the service's dependencies of the call contexts. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
class NoServiceModule {}

/** The contexts that deal with calls, for the commands that need them. */
export const CALL_CONTEXTS = [NoServiceModule, CallsModule, BatchesModule, HumanCallsModule, WebhooksModule];
