import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation';
import { CarrierFacts } from './application/carrier-facts';
import { Carriers } from './application/carriers';

@Module({
  imports: [ConversationModule],
  providers: [CarrierFacts, Carriers],
  exports: [CarrierFacts, Carriers],
})
export class TelephonyModule {}
