import { Module } from '@nestjs/common';
import { ConversationModule } from '../conversation';
import { Carriers } from './application/carriers';

@Module({
  imports: [ConversationModule],
  providers: [Carriers],
  exports: [Carriers],
})
export class TelephonyModule {}
