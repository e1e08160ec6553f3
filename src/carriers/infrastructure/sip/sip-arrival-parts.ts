import type { TextTalk } from '../../../conversation';
import type { RtpLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { InboundSink, InboundDecision } from '../../domain/inbound';
import type { CarrierEventQueue } from '../shared/carrier-event-queue';
import type { VoiceLineFactory } from '../../../voice';
import type { LedTalkOptions } from '../shared/agent-call';
import type { DialRecording } from '../shared/leg-store';
import type { SipRecord } from './sip-leg-store';
import type { DialTrace } from '../shared/dial-traces';
import type { SipTransferOptions } from './sip-transfer';
import type { SipTrunk } from './sip-trunk';

export type Taken = Extract<InboundDecision, { kind: 'admitted' }>;

/** What belongs to a call that was taken. */
export interface TakenParts {
  /** undefined: this process has lost it meanwhile. */
  readonly trunk: SipTrunk | undefined;
  readonly record: SipRecord;
  readonly events: CarrierEventQueue;
  /** Resolves with null when none is made. Never rejects. */
  readonly recording: () => Promise<DialRecording | null>;
  /** A channel for a person whom the caller is transferred to. */
  readonly channel: SipTransferOptions['channel'];
}

/** A call that is to be answered, with what belongs to it. */
export type AdmittedSipCall = Taken & TakenParts;

export interface SipArrivalParts {
  readonly decide: () => Promise<InboundDecision>;
  readonly countRejection: InboundSink['countRejection'];
  /** The call was taken: from now on it is held under its reference. */
  readonly hold: (taken: Taken) => TakenParts;
  readonly trace: DialTrace;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly openLine: (
    call: Taken['call'],
    tell: Parameters<VoiceLineFactory['open']>[1],
  ) => ReturnType<VoiceLineFactory['open']>;
  readonly place: SipTransferOptions['place'];
  readonly transcribe: LedTalkOptions['transcribe'];
  readonly talk: TextTalk;
  readonly timers: Timers;
  readonly now: () => Date;
}
