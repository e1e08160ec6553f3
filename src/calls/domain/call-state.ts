import type { CallStatus } from './call-status';

/** An AI call, as it is stored. */
export interface CallState {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  readonly batchId: string | null;
  readonly phoneNumber: string;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly externalId: string | null;
  readonly variables: Readonly<Record<string, string | number | boolean>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly test: boolean;
  readonly status: CallStatus;
  /** Why it ended as it did, or why the carrier's refusal holds it; other holds are computed when they are read. */
  readonly statusReason: string | null;
  readonly createdAt: Date;
  /** `created_at`, or the client's `scheduled_for` when that is later: expiry counts from here. */
  readonly queuedFrom: Date;
  /** The dispatcher looks at the call from this instant on. */
  readonly dueAt: Date;
  /** What moved `dueAt`: the client's schedule, a rule of its number, or a refusal; null when nothing did. */
  readonly heldBy: string | null;
  /** How often it was dialed; the number of the last dial fences off what is late of earlier ones. */
  readonly attempt: number;
  readonly agentVersion: Date | null;
  /** The talk ends after so many seconds: the agent's limit, or what the reserved credits last for. */
  readonly maxTalkSeconds: number | null;
  /** The credits last for less than the agent's minutes. */
  readonly creditsLimitTalk: boolean;
  /** Price of a started minute, frozen when it dials: a decimal of credits; 0 where credits pay nothing. */
  readonly pricePerMinute: string | null;
  readonly carrier: string | null;
  readonly carrierId: string | null;
  readonly dialedAt: Date | null;
  readonly ringingAt: Date | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  /** What ended the leg, as the carrier or the watch reported it. */
  readonly endCause: string | null;
  /** When nothing was reported until then, the watchdog asks, hangs up and ends the call. */
  readonly watchdogAt: Date | null;
  readonly analysisDueAt: Date | null;
  readonly analysisAttempts: number;
  /** When its one final event was made; from then on nothing changes any more. */
  readonly finishedAt: Date | null;
  /** False once its batch was canceled: a refusal then ends it. */
  readonly mayRetry: boolean;
}

/** What a client asks for. */
export interface NewCall {
  /** E.164. */
  readonly phoneNumber: string;
  readonly agentId?: string | undefined;
  readonly contact: {
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    readonly externalId?: string | undefined;
  };
  readonly variables: Readonly<Record<string, string | number | boolean>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The call is held until then; a past instant counts as now. */
  readonly scheduledFor?: Date | undefined;
  readonly test: boolean;
  readonly batchId?: string | undefined;
}

/** A call as it is queued; the number is the carrier's business from its due time on. */
export function queuedCall(
  id: string,
  accountId: string,
  agentId: string,
  request: NewCall,
  now: Date,
): CallState {
  const scheduled = request.scheduledFor;
  const queuedFrom = scheduled && scheduled > now ? scheduled : now;
  return {
    id,
    accountId,
    agentId,
    batchId: request.batchId ?? null,
    phoneNumber: request.phoneNumber,
    contactName: request.contact.name ?? null,
    contactEmail: request.contact.email ?? null,
    externalId: request.contact.externalId ?? null,
    variables: request.variables,
    metadata: request.metadata,
    test: request.test,
    status: 'queued',
    statusReason: null,
    createdAt: now,
    queuedFrom,
    dueAt: queuedFrom,
    heldBy: queuedFrom > now ? 'scheduled' : null,
    attempt: 0,
    agentVersion: null,
    maxTalkSeconds: null,
    creditsLimitTalk: false,
    pricePerMinute: null,
    carrier: null,
    carrierId: null,
    dialedAt: null,
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    endCause: null,
    watchdogAt: null,
    analysisDueAt: null,
    analysisAttempts: 0,
    finishedAt: null,
    mayRetry: true,
  };
}
