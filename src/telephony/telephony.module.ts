import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation';
import { CarrierFacts } from './application/carrier-facts';
import { Carriers } from './application/carriers';
import { TrunkSecretRenewal } from './application/trunk-secret-renewal';
import { TrunksModule } from './trunks.module';

@Module({
  imports: [ConversationModule, TrunksModule],
  providers: [CarrierFacts, Carriers, TrunkSecretRenewal],
  exports: [CarrierFacts, Carriers, TrunksModule],
})
export class TelephonyModule {}
