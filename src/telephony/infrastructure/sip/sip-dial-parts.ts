import type { TextTalk } from '../../../conversation';
import type { LegStatistics, RecordedFile, RtpLeg } from '../../../media';
import type { CallHandlers, CallOptions, OutgoingCall, Session } from '../../../sip';
import type { TalkBrief } from '../../../platform/kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { Verdict } from '../../domain/cause-map';
import type { FactQueue } from '../fact-queue';
import type { PendingLine } from '../voice/voice-lines';
import type { AnsweredCallParts } from './answered-call';
import type { LedTalkParts } from './led-talk';
import type { SipRoute } from './sip-route';
import type { SipTransferParts } from './sip-transfer';

/** The last word of the network on a leg. */
export interface LastWord {
  /** null when it gave none: we gave up, or the call was answered. */
  readonly verdict: Verdict | null;
  /** The response as the timeline shows it, such as "503 Service Unavailable"; null without one. */
  readonly said: string | null;
  readonly q850: number | null;
  /** null before audio flowed. */
  readonly packets: LegStatistics | null;
}

/** The rows of a dial's leg: written before the network learns of what they say. */
export interface LegRecord {
  /** Takes a channel of the next trunk in place of the last one's; false when it has none free. */
  moveTo(route: SipRoute, last: LastWord): Promise<boolean>;
  /** How this try is named on the wire, and what is stored before its INVITE leaves. */
  names(route: SipRoute): Pick<CallOptions, 'callId' | 'fromTag' | 'branch' | 'beforeInvite'>;
  /** The first 18x. */
  rang(): void;
  /** The dialog was established. @throws when it cannot be stored */
  answered(session: Session): Promise<void>;
  /** Frees the channel. Never rejects. */
  ended(last: LastWord): Promise<void>;
}

export interface SipDialParts {
  readonly routes: readonly SipRoute[];
  readonly record: LegRecord;
  readonly openLeg: () => Promise<RtpLeg>;
  /** A channel for a person whom the agent transfers the contact to. */
  readonly channel: SipTransferParts['channel'];
  readonly place: (options: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly talk: TextTalk;
  /** The agent's line; null: there are no engines for it. */
  readonly openLine: (brief: TalkBrief, tell: AnsweredCallParts['tell']) => PendingLine | null;
  readonly facts: FactQueue;
  readonly timers: Timers;
  readonly now: () => Date;
  /** Whether the same call met a silent target before. Never rejects. */
  readonly wasSilent: () => Promise<boolean>;
  readonly transcribe: LedTalkParts['transcribe'];
  /** Resolves with null when none is made. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
}

/** Where the recording of a dial is written, and how it is stored. */
export interface DialRecording {
  readonly path: string;
  /** Resolves with whether it is stored. Never rejects. */
  store(file: RecordedFile): Promise<boolean>;
  /** Runs what reads the finished file, which stays until then. */
  reading<T>(read: () => Promise<T>): Promise<T>;
  /** The call knows that it is stored. */
  told(file: RecordedFile): void;
}
