import type { AnsweredBy } from '../../shared-kernel/call-parties';
import { mayHaveRecording } from '../../shared-kernel/recording-state';
import { isE164 } from '../../platform/kernel/e164';
import {
  ANALYSIS_WAIT_MS,
  analysisWaitOf,
  type Ending,
  endingOf,
  recordingAfter,
  type ReportedEnd,
} from './call-ending';
import type { AnalysisWait, CallState } from './call-state';
import type { CallTrigger } from './call-status';
import { ChainedCall } from './chained-call';
import { detailText, type DetailType, type TimelineType } from './timeline';

/** The terms that stay as they are when a call dials. */
export interface DialTerms {
  readonly agentVersion: Date;
  readonly maxTalkSeconds: number;
  readonly creditsLimitTalk: boolean;
  readonly pricePerMinute: string;
  readonly carrier: string;
  readonly watchdogAt: Date;
  /** What the contact sees, where the carrier shows an account's number; stored when it is E.164. */
  readonly accountNumber?: string | null;
}

/** Backoff after temporary refusals, in milliseconds of network time; then the call fails (R8). */
const REFUSAL_WAITS_MS = [10_000, 30_000, 120_000] as const;

/** One AI call and its rules: each method checks, changes and records. A call ends once and is reported once. */
export class Call extends ChainedCall {
  get attempt(): number {
    return this.state.attempt;
  }

  dial({ accountNumber, ...terms }: DialTerms, now: Date): boolean {
    const attempt = this.state.attempt + 1;
    const fresh = { statusReason: null, heldBy: null, carrierCallId: null };
    const dialing = {
      ...terms,
      ...fresh,
      attempt,
      dialedAt: now,
      accountNumber: shownNumberOf(accountNumber),
    };
    if (!this.move('dial', dialing)) return false;
    const paid = Number(terms.pricePerMinute) > 0;
    this.record(now, 'line_taken', paid ? 'A line was free and credits are reserved.' : 'A line was free.');
    this.record(now, 'carrier_asked', `The carrier was asked to dial (${terms.carrier}, dial ${attempt}).`);
    return true;
  }

  /** A repeated call hold for the number is one entry of the timeline. */
  putOnHold(heldBy: string, until: Date, message: string, now: Date): void {
    if (this.state.status !== 'queued') return;
    const goesOn = heldBy === 'number_in_use' && this.state.heldBy === heldBy;
    this.change({ heldBy, dueAt: until });
    if (!goesOn) this.record(now, 'held', message);
  }

  release(now: Date): void {
    this.change({ heldBy: null });
    this.record(now, 'released', 'What held the call is over.');
  }

  override cancel(reason: string, now: Date): boolean {
    return this.#endUnconnected('cancel', reason, now, 'canceled');
  }

  expire(now: Date): boolean {
    return this.#endUnconnected('expire', 'Not dialed in time: it waited too long.', now, 'expired');
  }

  /** queued → failed, for a call that can never be dialed. */
  failUndialable(reason: string, now: Date): boolean {
    return this.#endUnconnected('give_up', reason, now, 'ended');
  }

  /** dialing → queued with a backoff of `waitMs` (real time), or → failed after the last one. */
  refuse(
    reason: string,
    temporary: boolean,
    mayRetry: boolean,
    now: Date,
    waitMs: (networkMs: number) => number,
  ): void {
    if (this.state.status !== 'dialing') return;
    this.record(now, 'carrier_refused', `The carrier refused: ${reason}`);
    const wait = REFUSAL_WAITS_MS[this.state.attempt - 1];
    if (!temporary || !mayRetry || wait === undefined) {
      const endCause = temporary ? 'failed' : 'refused';
      this.#endUnconnected('fail', `The carrier refused: ${reason}`, now, 'ended', { endCause });
      return;
    }
    const dueAt = new Date(now.getTime() + waitMs(wait));
    const statusReason = `The carrier refused (${reason}); it will be asked again.`;
    this.move('put_back', {
      statusReason,
      dueAt,
      heldBy: 'refused',
      dialedAt: null,
      ringingAt: null,
      carrierCallId: null,
      watchdogAt: null,
      agentVersion: null,
      accountNumber: null,
      answeredBy: null,
    });
    this.record(now, 'held', statusReason);
  }

  /** While it dials, the event extends the watchdog; `shownNumber` is what the contact sees from now on. */
  note(type: DetailType, message: string, at: Date, watchdogAt: Date, shownNumber?: string): void {
    if (this.state.status === 'dialing') {
      const accountNumber = shownNumber === undefined ? this.state.accountNumber : shownNumberOf(shownNumber);
      this.change({ watchdogAt, accountNumber });
    }
    this.record(at, type, detailText(message));
  }

  ring(at: Date, watchdogAt: Date): void {
    const { status, ringingAt } = this.state;
    if (ringingAt || status === 'queued') return;
    this.change({ ringingAt: at, ...(status === 'dialing' ? { watchdogAt } : {}) });
    this.record(at, 'ringing', 'The phone rings.');
  }

  /** dialing → in_progress. A late answer only sets the time. */
  answer(at: Date, watchdogAt: Date): void {
    const who = this.state.direction === 'inbound' ? 'agent' : 'contact';
    if (this.move('answer', { answeredAt: at, watchdogAt }))
      this.record(at, 'answered', `The ${who} answered.`);
    else if (this.state.status === 'completed') this.change({ answeredAt: at });
  }

  /**
   * Sets who answered, once it is detected. False when it changes nothing; an inbound call is answered by its agent.
   */
  setAnsweredBy(answeredBy: AnsweredBy): boolean {
    const { status, direction, finishedAt } = this.state;
    if (status === 'queued' || direction === 'inbound' || finishedAt !== null) return false;
    if (this.state.answeredBy === answeredBy) return false;
    this.change({ answeredBy });
    return true;
  }

  /** The recording is stored. False when the call has no use for it: it is to be removed. */
  completeRecording(ms: number, now: Date): boolean {
    if (!mayHaveRecording(this.state, this.isFinal)) return false;
    this.change({ recording: 'stored', recordedMs: ms });
    this.#stopWait('recording', now);
    return true;
  }

  /** The carrier's part of the talk is transcribed, or cannot be. False when the analysis does not wait for it. */
  completeTranscription(now: Date): boolean {
    return this.#stopWait('transcription', now);
  }

  /** A connected call is completed and goes to analysis; any other is finished. The first end counts (R5). */
  end(reported: ReportedEnd, at: Date): boolean {
    if (this.isFinal || this.state.status === 'queued') return false;
    const ending: Ending = endingOf(reported, this.state, at);
    const { cause: endCause } = reported;
    if (ending.status !== 'completed') {
      return this.#endUnconnected(ending.trigger, ending.reason, at, 'ended', { endCause });
    }
    if (this.state.status === 'dialing') this.answer(ending.answeredAt, at);
    const recorded = recordingAfter(reported, this.state);
    const analysisWait = analysisWaitOf(reported, recorded);
    this.move('hang_up', {
      ...recorded,
      endedAt: at,
      endedBy: ending.endedBy,
      statusReason: ending.reason,
      durationSeconds: ending.durationSeconds,
      endCause,
      watchdogAt: null,
      analysisWait,
      analysisDueAt: new Date(at.getTime() + ANALYSIS_WAIT_MS[analysisWait]),
    });
    this.record(at, 'ended', ending.message);
    this.raise({
      type: 'call.ended',
      payload: { accountId: this.state.accountId, callId: this.state.id },
    });
    return true;
  }

  tryAnalysis(leaseUntil: Date): void {
    const analysisAttempts = this.state.analysisAttempts + 1;
    this.change({ analysisAttempts, analysisDueAt: leaseUntil, analysisWait: 'none' });
  }

  finish(message: string, disposition: string, now: Date): boolean {
    if (this.state.status !== 'completed' || this.state.finishedAt) return false;
    this.change({ analysisDueAt: null, analysisWait: 'none', finishedAt: now, disposition });
    this.record(now, 'analysed', message);
    return true;
  }

  /** Makes the analysis due. False when it does not wait for that, or has begun. */
  #stopWait(wait: AnalysisWait, now: Date): boolean {
    const { analysisWait, analysisDueAt } = this.state;
    if (analysisWait !== wait || analysisDueAt === null) return false;
    this.change({ analysisWait: 'none', analysisDueAt: analysisDueAt < now ? analysisDueAt : now });
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
      answeredBy: null,
    };
    if (!this.move(trigger, changes)) return false;
    this.record(now, type, reason ?? `The call ended: ${this.state.status}.`);
    return true;
  }
}

function shownNumberOf(number: string | null | undefined): string | null {
  return number != null && isE164(number) ? number : null;
}
