import type { EarlyBrief } from '../../shared-kernel/early-brief';
import type { TalkBrief } from '../../shared-kernel/talk';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';

/** The outcome of a call that is not answered. */
export interface InboundRefusal {
  /** SIP; other carriers reject. */
  readonly status: number;
  /** In seconds; null for none. */
  readonly retryAfter: string | null;
  readonly becomes: 'busy' | 'failed';
  /** `status_reason` of the call; null: each case has its own. */
  readonly reason: string | null;
}

const NO_ROOM = 'The service had no room for the call.';

/** Why a call to an agent's number is not answered; each is recorded as a call. */
export const INBOUND_REFUSALS = {
  no_line: { status: 486, retryAfter: null, becomes: 'busy', reason: 'All lines were in use.' },
  no_channel: { status: 486, retryAfter: null, becomes: 'busy', reason: NO_ROOM },
  no_stream: { status: 486, retryAfter: null, becomes: 'busy', reason: NO_ROOM },
  process_full: { status: 503, retryAfter: null, becomes: 'busy', reason: NO_ROOM },
  no_credits: { status: 480, retryAfter: null, becomes: 'failed', reason: 'Not enough credits to answer.' },
  no_minutes: {
    status: 480,
    retryAfter: null,
    becomes: 'failed',
    reason: 'The minutes of voice tests are used up.',
  },
  agent: { status: 480, retryAfter: null, becomes: 'failed', reason: null },
  not_ready: { status: 480, retryAfter: null, becomes: 'failed', reason: 'The agent was not ready in time.' },
  // New calls get the same once the service stops.
  stopping: { status: 503, retryAfter: '10', becomes: 'failed', reason: 'The service was stopping.' },
  no_audio: {
    status: 488,
    retryAfter: null,
    becomes: 'failed',
    reason: "The caller's side offered no usable audio.",
  },
  no_encryption: {
    status: 488,
    retryAfter: null,
    becomes: 'failed',
    reason: 'The carrier answered without encryption.',
  },
} as const satisfies Readonly<Record<string, InboundRefusal>>;
export type InboundRejection = keyof typeof INBOUND_REFUSALS;

/** Why an inbound call is not even recorded. */
export const UNRECORDED_REJECTIONS = {
  unknown_number: { status: 404, retryAfter: null },
  no_agent: { status: 404, retryAfter: null },
  rate: { status: 503, retryAfter: '5' },
  error: { status: 503, retryAfter: '5' },
  /** DISPATCH=off. */
  dispatch_off: { status: 503, retryAfter: '5' },
} as const satisfies Readonly<Record<string, { status: number; retryAfter: string | null }>>;
export type UnrecordedReason = keyof typeof UNRECORDED_REJECTIONS;

/** `status_reason` of a call whose caller hung up before the answer. */
export const CALLER_HUNG_UP = 'The caller hung up before the agent answered.';

/** The caller withholds the number. */
export const ANONYMOUS_CALLER = 'anonymous';

/** One reading of a call, by a trunk that it may have come over. */
export interface NumberInterpretation {
  readonly trunkId: string;
  /** E.164. */
  readonly called: string;
  /** E.164, ANONYMOUS_CALLER or SOFTPHONE. */
  readonly caller: string;
  /** From a trial phone, which has no number: `called` is its user name. */
  readonly isTrial?: true;
}

export interface InboundCallOffer {
  readonly callId: string;
  readonly at: Date;
  readonly carrier: string;
  readonly interpretations: readonly NumberInterpretation[];
  /** Interpretations by trunks whose phones may call from this address with a password. Absent: none. */
  readonly phoneInterpretations?: () => readonly NumberInterpretation[];
}

export interface AdmittedCall {
  readonly reference: string;
  readonly legId: string;
  readonly accountId: string;
  readonly talk: TalkBrief;
  /** Absent: no tool fills the brief before the talk. */
  readonly early?: EarlyBrief;
  readonly speech: SpeechStreamPair;
  readonly record: boolean;
  /** ISO 3166 codes of countries to which the contact may be transferred; null: all. */
  readonly countries: readonly string[] | null;
}

/** `interpretation`: the numbers as the call's trunk means them. */
export type InboundDecision =
  | { readonly kind: 'admitted'; readonly interpretation: NumberInterpretation; readonly call: AdmittedCall }
  | {
      readonly kind: 'refused';
      readonly interpretation: NumberInterpretation;
      readonly why: InboundRejection;
    }
  /** The number is on a trunk whose phones must send its password. */
  | { readonly kind: 'challenged'; readonly trunkId: string }
  | { readonly kind: 'unrecorded'; readonly why: UnrecordedReason };

/** Decides about inbound calls; passed to a carrier's constructor. */
export interface InboundSink {
  /** @throws Error when the decision could not be stored */
  decide(arrival: InboundCallOffer): Promise<InboundDecision>;
  /** An admitted call could not be answered after all. */
  countRejection(why: InboundRejection | UnrecordedReason): void;
}
