import { isE164 } from '../../platform/kernel/e164';
import { Call } from './call';
import { type CallState, NEW_CALL } from './call-state';
import type { TimelineEntry, TimelineType } from './timeline';

/** The statuses in which an inbound call begins; the second and third ones are final. */
export const INBOUND_BEGINNINGS = ['dialing', 'busy', 'failed'] as const;

/** An inbound call is one dial, which the caller has made. */
export const INBOUND_ATTEMPT = 1;

export interface NewInboundCall {
  readonly id: string;
  readonly accountId: string;
  readonly agentId: string;
  /** The caller's number in E.164, or ANONYMOUS. */
  readonly phoneNumber: string;
  /** The number that was called, in E.164. */
  readonly accountNumber: string;
  readonly carrier: string;
  readonly trunkName: string;
  /** The only lead with the caller's number; null: none, or several. */
  readonly contact: { readonly name: string | null; readonly externalId: string | null } | null;
  readonly arrivedAt: Date;
  /** From a trial phone. */
  readonly test: boolean;
}

/** The terms that stay as they are when a call is about to be answered. */
export type InboundTerms = Pick<CallState, 'agentVersion' | 'maxTalkSeconds' | 'creditsLimitTalk'> & {
  readonly pricePerMinute: string;
  readonly watchdogAt: Date;
};

/** A call that its agent is about to answer; the caller gets a ringing tone. */
export function inboundCall(call: NewInboundCall, terms: InboundTerms, now: Date): Call {
  const paid = Number(terms.pricePerMinute) > 0;
  return new Call({ ...newInboundCallState(call), ...terms, status: 'dialing', ringingAt: now }, [
    cameIn(call),
    entry(call, now, 'line_taken', paid ? 'A line was free and credits are reserved.' : 'A line was free.'),
    entry(call, now, 'ringing', 'The caller hears ringing.'),
  ]);
}

/** A call that nobody answers: it is over as it begins. */
export function refusedInboundCall(
  call: NewInboundCall,
  status: Exclude<(typeof INBOUND_BEGINNINGS)[number], 'dialing'>,
  reason: string,
  now: Date,
): Call {
  const over = { status, statusReason: reason, endedAt: now, finishedAt: now };
  return new Call({ ...newInboundCallState(call), ...over }, [
    cameIn(call),
    entry(call, now, 'ended', reason),
  ]);
}

function newInboundCallState(call: NewInboundCall): CallState {
  const { id, accountId, agentId, phoneNumber, accountNumber, carrier, contact, arrivedAt, test } = call;
  return {
    ...NEW_CALL,
    id,
    accountId,
    agentId,
    phoneNumber,
    carrier,
    direction: 'inbound',
    accountNumber: isE164(accountNumber) ? accountNumber : null,
    contactName: contact?.name ?? null,
    externalId: contact?.externalId ?? null,
    test,
    createdAt: arrivedAt,
    queuedFrom: arrivedAt,
    dueAt: arrivedAt,
    attempt: INBOUND_ATTEMPT,
    mayRetry: false,
  };
}

function cameIn(call: NewInboundCall): TimelineEntry {
  return entry(call, call.arrivedAt, 'accepted', `The call came in over trunk ${call.trunkName}.`);
}

function entry({ id }: NewInboundCall, at: Date, type: TimelineType, message: string): TimelineEntry {
  return { callId: id, at, type, message };
}
