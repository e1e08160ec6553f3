import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { AgentsModule } from '../agents';
import { CallsModule } from '../calls';
import { CarriersModule } from '../carriers';
import { ConsoleModule } from '../console';
import { ConversationModule } from '../conversation';
import { HumanCallsModule } from '../human-calls';
import type { ProcessRoles } from '../platform/config/process-roles';
import { StorageModule } from '../platform/storage/storage.module';
import { SignInModule } from '../sign-in';
import { SpeechModule } from '../speech';
import { TrunksModule } from '../trunks';
import { AudioLocations } from './application/listening/audio-locations';
import { HostedTests } from './application/voice-tests/hosted-tests';
import { Hosts } from './application/hosts';
import { Listeners } from './application/listening/listeners';
import { ListenAdmission } from './application/listening/listen-admission';
import { ListeningJournal } from './application/listening/listening-journal';
import { ListeningUpkeep } from './application/listening/listening-upkeep';
import { LiveHost } from './application/live-host';
import { LiveMetrics } from './application/live-metrics';
import { LiveSockets } from './application/live-sockets';
import { OwnListeners } from './application/listening/own-listeners';
import { RelayNeeds, RelayServer } from './application/relay-server';
import { RelayTokens } from './application/relay-tokens';
import { SocketWatch } from './application/socket-watch';
import { Tickets } from './application/tickets';
import { VoiceSamples } from './application/voice-samples';
import { VoiceTestAdmission } from './application/voice-tests/voice-test-admission';
import { VoiceTestBriefs } from './application/voice-tests/voice-test-briefs';
import { VoiceTestEnding } from './application/voice-tests/voice-test-ending';
import { VoiceTestHost } from './application/voice-tests/voice-test-host';
import { VoiceTestOutcomes } from './application/voice-tests/voice-test-outcomes';
import { VoiceTestReader } from './application/voice-tests/voice-test-reader';
import { VoiceTestRelease } from './application/voice-tests/voice-test-release';
import { VoiceTestRecords } from './application/voice-tests/voice-test-records';
import { VoiceTests } from './application/voice-tests/voice-tests';
import { VoiceTestUpkeep, VoiceTestUpkeepServices } from './application/voice-tests/voice-test-upkeep';
import { TrialPhones } from './application/trial-phone/trial-phones';
import { VoiceTestTalks } from './application/voice-tests/voice-test-talks';
import { ConsoleTrialPhoneController } from './http/console-trial-phone.controller';
import { ConsoleListeningController } from './http/console-listening.controller';
import { ConsoleVoiceSamplesController } from './http/console-voice-samples.controller';
import { ConsoleVoiceTestsController } from './http/console-voice-tests.controller';
import { LiveUpgrades } from './http/live-upgrades';
import { VoiceTestHosts } from './application/voice-tests/voice-test-hosts';
import { LiveSocketsController } from './http/live-sockets.controller';
import { ListeningRepository } from './infrastructure/listening.repository';
import { TicketRepository } from './infrastructure/ticket.repository';
import { VoiceTestRepository } from './infrastructure/voice-test.repository';

const SERVICES = [
  Hosts,
  ListeningJournal,
  ListeningRepository,
  LiveHost,
  RelayTokens,
  Tickets,
  TicketRepository,
  VoiceTestOutcomes,
  VoiceTestRecords,
  VoiceTestRelease,
  VoiceTestRepository,
  VoiceTestTalks,
];

@Module({
  imports: [CallsModule, CarriersModule, ConsoleModule, ConversationModule, StorageModule, TrunksModule],
  providers: SERVICES,
  exports: SERVICES,
})
class LiveModule {}

@Module({
  imports: [
    AccountsModule,
    AgentsModule,
    CallsModule,
    CarriersModule,
    HumanCallsModule,
    LiveModule,
    SignInModule,
    SpeechModule,
    StorageModule,
    TrunksModule,
  ],
  providers: [
    AudioLocations,
    ListenAdmission,
    LiveSockets,
    LiveUpgrades,
    OwnListeners,
    SocketWatch,
    VoiceSamples,
    VoiceTestHosts,
    VoiceTests,
    VoiceTestAdmission,
    VoiceTestBriefs,
    VoiceTestEnding,
    VoiceTestReader,
  ],
  controllers: [
    ConsoleListeningController,
    ConsoleVoiceSamplesController,
    ConsoleVoiceTestsController,
    LiveSocketsController,
  ],
})
class LiveHttpModule {}

/** Hosts voice tests, and those who listen to calls. */
@Module({
  imports: [CarriersModule, LiveModule, TrunksModule],
  providers: [HostedTests, Listeners, LiveMetrics, RelayNeeds, RelayServer, VoiceTestHost],
})
class LiveHostModule {}

@Module({
  imports: [LiveModule, StorageModule],
  providers: [ListeningUpkeep, VoiceTestUpkeep, VoiceTestUpkeepServices],
})
class LiveUpkeepModule {}

@Module({
  imports: [AccountsModule, AgentsModule, CallsModule, TrunksModule],
  providers: [TrialPhones],
  controllers: [ConsoleTrialPhoneController],
})
class TrialPhoneHttpModule {}

export function liveModules({ console, media, worker, live }: ProcessRoles) {
  const trial = [console && TrialPhoneHttpModule];
  if (!live) return trial;
  return [
    ...trial,
    LiveModule,
    console && LiveHttpModule,
    media && LiveHostModule,
    (media || worker) && LiveUpkeepModule,
  ];
}
