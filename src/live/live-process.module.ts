import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { CarriersModule } from '../carriers';
import { ConversationModule } from '../conversation';
import type { ProcessRoles } from '../platform/config/process-roles';
import { StorageModule } from '../platform/storage/storage.module';
import { SignInModule } from '../sign-in';
import { TrunksModule } from '../trunks';
import { HostedTests } from './application/hosted-tests';
import { Hosts } from './application/hosts';
import { LiveHost } from './application/live-host';
import { LiveMetrics } from './application/live-metrics';
import { LiveSockets } from './application/live-sockets';
import { RelayNeeds, RelayServer } from './application/relay-server';
import { RelayTokens } from './application/relay-tokens';
import { SocketWatch } from './application/socket-watch';
import { Tickets } from './application/tickets';
import { VoiceTestAdmission } from './application/voice-test-admission';
import { VoiceTestEnding } from './application/voice-test-ending';
import { VoiceTestHost } from './application/voice-test-host';
import { VoiceTestOutcomes } from './application/voice-test-outcomes';
import { VoiceTestReader } from './application/voice-test-reader';
import { VoiceTestRecords } from './application/voice-test-records';
import { VoiceTests } from './application/voice-tests';
import { VoiceTestUpkeep, VoiceTestUpkeepServices } from './application/voice-test-upkeep';
import { ConsoleVoiceTestsController } from './http/console-voice-tests.controller';
import { LiveUpgrades } from './http/live-upgrades';
import { VoiceTestPlaces } from './application/voice-test-places';
import { LiveSocketsController } from './http/live-sockets.controller';
import { TicketRepository } from './infrastructure/ticket.repository';
import { VoiceTestRepository } from './infrastructure/voice-test.repository';

const SERVICES = [
  Hosts,
  LiveHost,
  RelayTokens,
  Tickets,
  TicketRepository,
  VoiceTestOutcomes,
  VoiceTestRecords,
  VoiceTestRepository,
];

@Module({
  imports: [CarriersModule, ConversationModule, StorageModule, TrunksModule],
  providers: SERVICES,
  exports: SERVICES,
})
class LiveModule {}

@Module({
  imports: [AccountsModule, LiveModule, SignInModule, StorageModule, TrunksModule],
  providers: [
    LiveSockets,
    LiveUpgrades,
    SocketWatch,
    VoiceTestPlaces,
    VoiceTests,
    VoiceTestAdmission,
    VoiceTestEnding,
    VoiceTestReader,
  ],
  controllers: [ConsoleVoiceTestsController, LiveSocketsController],
})
class LiveHttpModule {}

/** Hosts voice tests. */
@Module({
  imports: [CarriersModule, LiveModule, TrunksModule],
  providers: [HostedTests, LiveMetrics, RelayNeeds, RelayServer, VoiceTestHost],
})
class LiveHostModule {}

@Module({
  imports: [LiveModule, StorageModule],
  providers: [VoiceTestUpkeep, VoiceTestUpkeepServices],
})
class LiveUpkeepModule {}

export function liveModules({ console, media, worker, live }: ProcessRoles) {
  if (!live) return [];
  return [
    LiveModule,
    console && LiveHttpModule,
    media && LiveHostModule,
    (media || worker) && LiveUpkeepModule,
  ];
}
