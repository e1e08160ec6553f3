import type { TextTalk } from '../../../conversation';
import type { RtpLeg } from '../../../media';
import type { CallHandlers, CallOptions, OutgoingCall } from '../../../sip';
import type { TalkBrief } from '../../../platform/kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { PendingLine } from '../voice/voice-line-factory';
import type { AnsweredCallParts } from '../legs/answered-call';
import type { LedTalkParts } from '../legs/agent-call';
import type { DialRecording } from '../legs/leg-store';
import type { SipRecord } from './sip-leg-store';
import type { OrderProgressParts } from '../legs/call-reporter';
import type { SipRoute } from './sip-route';
import type { SipTransferParts } from './sip-transfer';

export interface SipDialParts extends OrderProgressParts {
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
  readonly openLeg: () => Promise<RtpLeg>;
  /** A channel for a person whom the agent transfers the contact to. */
  readonly channel: SipTransferParts['channel'];
  readonly place: (options: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly talk: TextTalk;
  /** The agent's line; null: there are no engines for it. */
  readonly openLine: (brief: TalkBrief, tell: AnsweredCallParts['tell']) => PendingLine | null;
  readonly timers: Timers;
  /** Whether the same call met a silent target before. Never rejects. */
  readonly wasSilent: () => Promise<boolean>;
  readonly transcribe: LedTalkParts['transcribe'];
  /** Resolves with null when none is made. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}
