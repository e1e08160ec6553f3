import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { CarriersModule } from '../carriers';
import type { ProcessRoles } from '../platform/config/process-roles';
import { StorageModule } from '../platform/storage/storage.module';
import { TrunksModule } from '../trunks';
import { Hosts } from './application/hosts';
import { Tickets } from './application/tickets';
import { VoiceTestAdmission } from './application/voice-test-admission';
import { VoiceTestEnding } from './application/voice-test-ending';
import { VoiceTestReader } from './application/voice-test-reader';
import { VoiceTests } from './application/voice-tests';
import { ConsoleVoiceTestsController } from './http/console-voice-tests.controller';
import { TicketRepository } from './infrastructure/ticket.repository';
import { VoiceTestRepository } from './infrastructure/voice-test.repository';

const SERVICES = [Hosts, Tickets, VoiceTestRepository, TicketRepository];

@Module({ imports: [CarriersModule, TrunksModule], providers: SERVICES, exports: SERVICES })
class LiveModule {}

@Module({
  imports: [AccountsModule, LiveModule, StorageModule, TrunksModule],
  providers: [VoiceTests, VoiceTestAdmission, VoiceTestEnding, VoiceTestReader],
  controllers: [ConsoleVoiceTestsController],
})
class LiveHttpModule {}

export function liveModules({ console, live }: ProcessRoles) {
  return live ? [LiveModule, console && LiveHttpModule] : [];
}
