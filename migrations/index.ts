import { Foundation1763600000000 } from './1763600000000-foundation';
import { People1763700000000 } from './1763700000000-people';
import { Upkeep1763800000000 } from './1763800000000-upkeep';
import { OutboxAge1763900000000 } from './1763900000000-outbox-age';
import { HumanCreditsLimit1764000000000 } from './1764000000000-human-credits-limit';
import { CheaperRateLog1764100000000 } from './1764100000000-cheaper-rate-log';
import { OneIndexEach1764200000000 } from './1764200000000-one-index-each';
import { FreedNumbers1764400000000 } from './1764400000000-freed-numbers';
import { DayCounts1764500000000 } from './1764500000000-day-counts';
import { PolicyChanges1764600000000 } from './1764600000000-policy-changes';
import { EventsByType1764700000000 } from './1764700000000-events-by-type';
import { Trunks1764800000000 } from './1764800000000-trunks';
import { CallTraces1764850000000 } from './1764850000000-call-traces';
import { RealCalls1764900000000 } from './1764900000000-real-calls';
import { MediaRoom1764910000000 } from './1764910000000-media-room';
import { AgentSpeech1764950000000 } from './1764950000000-agent-speech';
import { SignIn1765000000000 } from './1765000000000-sign-in';
import { ConsoleLists1765100000000 } from './1765100000000-console-lists';
import { AllCountries1765200000000 } from './1765200000000-all-countries';
import { InboundCalls1765300000000 } from './1765300000000-inbound-calls';
import { HumanLegs1765400000000 } from './1765400000000-human-legs';
import { Uploads1765500000000 } from './1765500000000-uploads';
import { DeliveryStories1765600000000 } from './1765600000000-delivery-stories';
import { CloudLegs1765700000000 } from './1765700000000-cloud-legs';
import { SpeechStreams1765710000000 } from './1765710000000-speech-streams';
import { LateRecordings1765720000000 } from './1765720000000-late-recordings';
import { CarrierLooks1765730000000 } from './1765730000000-carrier-looks';
import { RecordedParts1765740000000 } from './1765740000000-recorded-parts';
import { AuditLogNumbers1765750000000 } from './1765750000000-audit-log-numbers';
import { CleanEngineText1765760000000 } from './1765760000000-clean-engine-text';
import { AnalysisWait1765770000000 } from './1765770000000-analysis-wait';
import { PublishedViews1765780000000 } from './1765780000000-published-views';
import { VoiceTests1765781000000 } from './1765781000000-voice-tests';
import { AgentPatience1765782000000 } from './1765782000000-agent-patience';
import { Listening1765783000000 } from './1765783000000-listening';
import { Listenings1765784000000 } from './1765784000000-listenings';
import { InterruptionOff1765786000000 } from './1765786000000-interruption-off';
import { Attempts1765800000000 } from './1765800000000-attempts';
import { ReadableFrom1765810000000 } from './1765810000000-readable-from';
import { WordsForgotten1765821000000 } from './1765821000000-words-forgotten';
import { Tools1765822000000 } from './1765822000000-tools';
import { ConsoleInsights1765830000000 } from './1765830000000-console-insights';
import { AuditVia1765835000000 } from './1765835000000-audit-via';
import { Lines1765840000000 } from './1765840000000-lines';
import { TrialPhones1765845000000 } from './1765845000000-trial-phones';
import { VoiceTestTools1765846000000 } from './1765846000000-voice-test-tools';
import { EndsCovered1765847000000 } from './1765847000000-ends-covered';
import { ProvidedValues1765848500000 } from './1765848500000-provided-values';
import { WaitingRings1765849000000 } from './1765849000000-waiting-rings';
import { RateLogSetBack1765850000000 } from './1765850000000-rate-log-set-back';
import { LiveTurns1765851000000 } from './1765851000000-live-turns';

/** Every migration by name, in order; no globs, so that the built service finds what the sources have. */
export const MIGRATIONS = [
  Foundation1763600000000,
  People1763700000000,
  Upkeep1763800000000,
  OutboxAge1763900000000,
  HumanCreditsLimit1764000000000,
  CheaperRateLog1764100000000,
  OneIndexEach1764200000000,
  FreedNumbers1764400000000,
  DayCounts1764500000000,
  PolicyChanges1764600000000,
  EventsByType1764700000000,
  Trunks1764800000000,
  CallTraces1764850000000,
  RealCalls1764900000000,
  MediaRoom1764910000000,
  AgentSpeech1764950000000,
  SignIn1765000000000,
  ConsoleLists1765100000000,
  AllCountries1765200000000,
  InboundCalls1765300000000,
  HumanLegs1765400000000,
  Uploads1765500000000,
  DeliveryStories1765600000000,
  CloudLegs1765700000000,
  SpeechStreams1765710000000,
  LateRecordings1765720000000,
  CarrierLooks1765730000000,
  RecordedParts1765740000000,
  AuditLogNumbers1765750000000,
  CleanEngineText1765760000000,
  AnalysisWait1765770000000,
  PublishedViews1765780000000,
  VoiceTests1765781000000,
  AgentPatience1765782000000,
  Listening1765783000000,
  Listenings1765784000000,
  InterruptionOff1765786000000,
  Attempts1765800000000,
  ReadableFrom1765810000000,
  WordsForgotten1765821000000,
  Tools1765822000000,
  ConsoleInsights1765830000000,
  AuditVia1765835000000,
  Lines1765840000000,
  TrialPhones1765845000000,
  VoiceTestTools1765846000000,
  EndsCovered1765847000000,
  ProvidedValues1765848500000,
  WaitingRings1765849000000,
  RateLogSetBack1765850000000,
  LiveTurns1765851000000,
];
