import type { AnsweredBy, CallDirection, EndedBy } from '../../shared-kernel/call-parties';
import {
  type CommonCallState,
  type SentContact,
  storedContact,
  UNDIALED,
} from '../../shared-kernel/call-state';
import type { RecordingState } from '../../shared-kernel/recording-state';
import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import type { CallStatus } from './call-status';
import { type ChainState, newChain, NO_CHAIN } from './chain';

/** The `phoneNumber` of a caller who withholds it. */
export const ANONYMOUS = 'anonymous';

/** What the analysis of a talk waits for, until `analysisDueAt` at the latest. */
export type AnalysisWait = 'none' | 'recording' | 'transcription';

export interface CallState extends CommonCallState, ChainState {
  readonly agentId: string;
  readonly batchId: string | null;
  /** E.164, or ANONYMOUS. */
  readonly phoneNumber: string;
  readonly variables: Readonly<Record<string, string | number | boolean>>;
  readonly test: boolean;
  readonly status: CallStatus;
  /** Why the call ended, or which refusal put it on hold. Each other call hold is computed when it is read (R25). */
  readonly statusReason: string | null;
  /** `created_at`, or `scheduled_for` when that is later. Expiry counts from here (R11). */
  readonly queuedFrom: Date;
  /** The dispatcher does not look at the call before this instant. */
  readonly dueAt: Date;
  /** The cause that moved `dueAt`: the client's schedule, a rule of the number or a refusal; null: none did. */
  readonly heldBy: string | null;
  /** Number of dials so far. It fences off late facts of earlier attempts. */
  readonly attempt: number;
  readonly agentVersion: Date | null;
  /** The reserved credits pay for less than the agent's limit. */
  readonly creditsLimitTalk: boolean;
  /** Price of a started minute in credits, a decimal, frozen at the dial (R42); 0 for a call that costs nothing. */
  readonly pricePerMinute: string | null;
  readonly ringingAt: Date | null;
  /** The cause that ended the leg, as reported by the carrier or the watch. */
  readonly endCause: string | null;
  /** null, from a process of an older version, means none. */
  readonly analysisWait: AnalysisWait | null;
  /** When the final event was made. Afterwards nothing of the call changes but its recording. */
  readonly finishedAt: Date | null;
  /** False once its batch was canceled: a refusal then fails the call (R8), and no attempt follows. */
  readonly mayRetry: boolean;
  /** null, from a process of an older version, means outbound. */
  readonly direction: CallDirection | null;
  /** The account's number that the contact sees or called, in E.164. */
  readonly accountNumber: string | null;
  readonly answeredBy: AnsweredBy | null;
  /** Who ended an answered call; null after a crash. */
  readonly endedBy: EndedBy | null;
  /** Set for a real call that was answered; null until its end, and for all other calls. */
  readonly recording: RecordingState | null;
  /** Label of the outcome, for lists; null until it is known, and for calls without one. */
  readonly disposition: string | null;
  /** The call in which an agent promised this one. */
  readonly callbackOf: string | null;
}

export interface NewCall {
  /** E.164. */
  readonly phoneNumber: string;
  readonly agentId?: string | undefined;
  readonly contact: SentContact;
  readonly variables: Readonly<Record<string, string | number | boolean>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The call is on hold until then; a past instant means now. */
  readonly scheduledFor?: Date | undefined;
  readonly test: boolean;
  readonly batchId?: string | undefined;
  /** Left out or null: none. */
  readonly retry?: RetryPolicy | null | undefined;
  readonly callbackOf?: string | undefined;
}

const BEGINNING = new Date(0);

/** The pattern of a call that was not dialed yet. It has every field: a copy to which fields are added costs 400 times as much. */
export const NEW_CALL: CallState = {
  ...UNDIALED,
  ...NO_CHAIN,
  ...storedContact({}),
  id: '',
  accountId: '',
  agentId: '',
  batchId: null,
  phoneNumber: '',
  variables: {},
  metadata: {},
  test: false,
  status: 'queued',
  createdAt: BEGINNING,
  queuedFrom: BEGINNING,
  dueAt: BEGINNING,
  mayRetry: true,
  direction: 'outbound',
  accountNumber: null,
  heldBy: null,
  attempt: 0,
  agentVersion: null,
  creditsLimitTalk: false,
  pricePerMinute: null,
  ringingAt: null,
  endCause: null,
  analysisWait: 'none',
  finishedAt: null,
  answeredBy: null,
  endedBy: null,
  disposition: null,
  callbackOf: null,
};

/** A new queued call. Whether the number can be reached is left to the carrier. */
export function queuedCall(
  id: string,
  accountId: string,
  agentId: string,
  request: NewCall,
  now: Date,
): CallState {
  const scheduled = request.scheduledFor;
  const queuedFrom = scheduled && scheduled > now ? scheduled : now;
  const { retry, chainAttempt, firstCallId } = newChain(id, request.retry);
  const { contactName, contactEmail, externalId } = storedContact(request.contact);
  return {
    ...NEW_CALL,
    retry,
    chainAttempt,
    firstCallId,
    contactName,
    contactEmail,
    externalId,
    id,
    accountId,
    agentId,
    batchId: request.batchId ?? null,
    callbackOf: request.callbackOf ?? null,
    phoneNumber: request.phoneNumber,
    variables: request.variables,
    metadata: request.metadata,
    test: request.test,
    createdAt: now,
    queuedFrom,
    dueAt: queuedFrom,
    heldBy: queuedFrom > now ? 'scheduled' : null,
  };
}
