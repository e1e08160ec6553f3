import type { DomainEvent } from '../../platform/kernel/domain-event';
import { isFinal, nextStatus } from '../../platform/kernel/transition-table';
import { type Ending, endingOf, type ReportedEnd } from './call-ending';
import type { CallState } from './call-state';
import { CALL_TRANSITIONS, type CallStatus, type CallTrigger } from './call-status';
import type { TimelineEntry, TimelineType } from './timeline';

/** What is frozen when a call dials. */
export interface DialTerms {
  readonly agentVersion: Date;
  readonly maxTalkSeconds: number;
  readonly creditsLimitTalk: boolean;
  readonly pricePerMinute: string;
  readonly carrier: string;
  readonly watchdogAt: Date;
}

/** Backoff after temporary refusals, in milliseconds of network time; then the call fails (R8). */
const REFUSAL_WAITS_MS = [10_000, 30_000, 120_000] as const;

/**
 * One AI call and its rules: each method checks, changes and records. `#move` is the only writer of the status and
 * obeys the transition table, so a call ends once and is reported once.
 */
export class Call {
  #state: CallState;
  readonly #events: DomainEvent[] = [];
  readonly #timeline: TimelineEntry[] = [];

  constructor(state: CallState) {
    this.#state = state;
  }

  get state(): CallState {
    return this.#state;
  }

  /** Domain events and timeline entries since the call was loaded, stored together with it. */
  get events(): readonly DomainEvent[] {
    return this.#events;
  }

  get timeline(): readonly TimelineEntry[] {
    return this.#timeline;
  }

  get isFinal(): boolean {
    return isFinal(CALL_TRANSITIONS, this.#state.status);
  }

  /** queued → dialing. Freezes agent version, talk limit and carrier. */
  dial(terms: DialTerms, now: Date): boolean {
    const attempt = this.#state.attempt + 1;
    const dialing = { ...terms, attempt, dialedAt: now, statusReason: null, heldBy: null, carrierId: null };
    if (!this.#move('dial', dialing)) return false;
    const paid = Number(terms.pricePerMinute) > 0;
    this.#record(now, 'line_taken', paid ? 'A line was free and credits are reserved.' : 'A line was free.');
    this.#record(now, 'carrier_asked', `The carrier was asked to dial (${terms.carrier}, dial ${attempt}).`);
    return true;
  }

  /**
   * Keeps a queued call from being looked at before `until`. A repeated hold for the number is logged once in the
   * timeline.
   */
  hold(heldBy: string, until: Date, message: string, now: Date): void {
    if (this.#state.status !== 'queued') return;
    const goesOn = heldBy === 'number_in_use' && this.#state.heldBy === heldBy;
    this.#state = { ...this.#state, heldBy, dueAt: until };
    if (!goesOn) this.#record(now, 'held', message);
  }

  /** Ends the hold. */
  release(now: Date): void {
    this.#state = { ...this.#state, heldBy: null };
    this.#record(now, 'released', 'What held the call is over.');
  }

  /** queued → canceled. */
  cancel(reason: string, now: Date): boolean {
    return this.#endUnconnected('cancel', reason, now, 'canceled');
  }

  /** queued → expired. */
  expire(now: Date): boolean {
    return this.#endUnconnected('expire', 'Not dialed in time: it waited too long.', now, 'expired');
  }

  /** queued → failed, for a call that can never be dialed. */
  giveUp(reason: string, now: Date): boolean {
    return this.#endUnconnected('give_up', reason, now, 'ended');
  }

  /** dialing → queued with a backoff of `waitMs` (real time), or → failed after the last one. */
  refused(
    reason: string,
    temporary: boolean,
    mayRetry: boolean,
    now: Date,
    waitMs: (networkMs: number) => number,
  ): void {
    if (this.#state.status !== 'dialing') return;
    this.#record(now, 'carrier_refused', `The carrier refused: ${reason}`);
    const wait = REFUSAL_WAITS_MS[this.#state.attempt - 1];
    if (!temporary || !mayRetry || wait === undefined) {
      this.#endUnconnected('fail', `The carrier refused: ${reason}`, now, 'ended');
      return;
    }
    const dueAt = new Date(now.getTime() + waitMs(wait));
    const statusReason = `The carrier refused (${reason}); it will be asked again.`;
    this.#move('put_back', {
      statusReason,
      dueAt,
      heldBy: 'refused',
      dialedAt: null,
      ringingAt: null,
      carrierId: null,
      watchdogAt: null,
      agentVersion: null,
    });
    this.#record(now, 'held', statusReason);
  }

  ring(at: Date, watchdogAt: Date): void {
    const { status, ringingAt } = this.#state;
    if (ringingAt || status === 'queued') return;
    this.#state = { ...this.#state, ringingAt: at, ...(status === 'dialing' ? { watchdogAt } : {}) };
    this.#record(at, 'ringing', 'The phone rings.');
  }

  /** dialing → in_progress. A late answer only sets the time. */
  answer(at: Date, watchdogAt: Date): void {
    if (this.#move('answer', { answeredAt: at, watchdogAt }))
      this.#record(at, 'answered', 'The contact answered.');
    else if (this.#state.status === 'completed') this.#state = { ...this.#state, answeredAt: at };
  }

  /**
   * Ends the leg. A connected call is completed and goes to analysis; any other is finished. The first end counts (R5).
   */
  end(reported: ReportedEnd, at: Date): boolean {
    if (this.isFinal || this.#state.status === 'queued') return false;
    const ending: Ending = endingOf(reported, this.#state, at);
    const { cause: endCause } = reported;
    if (ending.status !== 'completed') {
      return this.#endUnconnected(ending.trigger, ending.reason, at, 'ended', { endCause });
    }
    if (this.#state.status === 'dialing') this.answer(ending.answeredAt, at);
    this.#move('hang_up', {
      endedAt: at,
      statusReason: ending.reason,
      durationSeconds: ending.durationSeconds,
      endCause,
      watchdogAt: null,
      analysisDueAt: at,
    });
    this.#record(at, 'ended', ending.message);
    this.#events.push({
      type: 'call.ended',
      payload: { accountId: this.#state.accountId, callId: this.#state.id },
    });
    return true;
  }

  /** Finishes the call: its outcome is known, or was given up. */
  finish(message: string, now: Date): boolean {
    if (this.#state.status !== 'completed' || this.#state.finishedAt) return false;
    this.#state = { ...this.#state, analysisDueAt: null, finishedAt: now };
    this.#record(now, 'analysed', message);
    return true;
  }

  #endUnconnected(
    trigger: CallTrigger,
    reason: string | null,
    now: Date,
    type: TimelineType,
    more: Partial<CallState> = {},
  ): boolean {
    const changes = {
      ...more,
      endedAt: now,
      finishedAt: now,
      statusReason: reason,
      watchdogAt: null,
      heldBy: null,
    };
    if (!this.#move(trigger, changes)) return false;
    this.#record(now, type, reason ?? `The call ended: ${this.#state.status}.`);
    return true;
  }

  #move(trigger: CallTrigger, changes: Partial<CallState>): boolean {
    const status = nextStatus<CallStatus, CallTrigger>(CALL_TRANSITIONS, this.#state.status, trigger);
    if (status === undefined) return false;
    this.#state = { ...this.#state, ...changes, status };
    return true;
  }

  #record(at: Date, type: TimelineType, message: string): void {
    this.#timeline.push({ callId: this.#state.id, at, type, message });
  }
}
