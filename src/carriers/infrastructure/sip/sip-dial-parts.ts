import type { TextTalk } from '../../../conversation';
import type { RtpLeg } from '../../../media';
import type { CallHandlers, CallOptions, OutgoingCall } from '../../../sip';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { PendingLine } from '../../../voice';
import type { AnsweredCallOptions } from '../shared/answered-call';
import type { LedTalkOptions } from '../shared/agent-call';
import type { DialRecording } from '../shared/leg-store';
import type { SipRecord } from './sip-leg-store';
import type { CallReporterOptions } from '../shared/call-reporter';
import type { SipRoute } from './sip-route';
import type { SipTransferOptions } from './sip-transfer';

export interface SipDialParts extends CallReporterOptions {
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
  readonly openLeg: () => Promise<RtpLeg>;
  /** A channel for a person whom the agent transfers the contact to. */
  readonly channel: SipTransferOptions['channel'];
  readonly place: (options: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly talk: TextTalk;
  /** The agent's line; null: there are no engines for it. */
  readonly openLine: (brief: TalkBrief, tell: AnsweredCallOptions['tell']) => PendingLine | null;
  readonly timers: Timers;
  /** Whether the same call met a silent target before. Never rejects. */
  readonly wasSilent: () => Promise<boolean>;
  readonly transcribe: LedTalkOptions['transcribe'];
  /** Resolves with null when none is made. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}
