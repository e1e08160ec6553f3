import { CallLifecycle } from '../../shared-kernel/call-lifecycle';
import type { CallState } from './call-state';
import { CALL_TRANSITIONS, type CallStatus, type CallTrigger } from './call-status';
import type { RetryStop } from './chain';
import { describePlace, describeStop } from './retry-decision';
import type { TimelineEntry, TimelineType } from './timeline';

/** A call with its timeline and its place in a chain of attempts. */
export abstract class ChainedCall extends CallLifecycle<CallState, CallStatus, CallTrigger> {
  readonly #timeline: TimelineEntry[];

  /** @param begun the entries that a new call begins with */
  constructor(state: CallState, begun: readonly TimelineEntry[] = []) {
    super(CALL_TRANSITIONS, state);
    this.#timeline = [...begun];
  }

  abstract cancel(reason: string, now: Date): boolean;

  /** Timeline entries since the call was loaded, stored together with it. */
  get timeline(): readonly TimelineEntry[] {
    return this.#timeline;
  }

  /** Final, with neither a next attempt nor a reason for its absence. */
  get isUndecided(): boolean {
    const { retry, nextCallId, retryStopped } = this.state;
    return retry !== null && this.isFinal && nextCallId === null && retryStopped === null;
  }

  /** @param when the local time of the next attempt */
  continueWith(next: CallState, nextAt: Date, when: string, now: Date): void {
    this.change({ nextCallId: next.id, nextAt });
    this.record(now, 'retry', `${describePlace(next)} was queued for ${when}: ${next.id}.`);
  }

  stopAttempts(stop: RetryStop, now: Date): void {
    if (this.state.retry === null) return;
    this.change({ retryStopped: stop });
    this.record(now, 'retry', describeStop(stop, this.state.retry));
  }

  /** Ends a waiting attempt, as the contact has talked in another call. */
  cancelReached(otherCallId: string, now: Date): void {
    if (this.cancel(`The contact was reached in ${otherCallId}.`, now)) this.stopAttempts('reached', now);
  }

  protected record(at: Date, type: TimelineType, message: string): void {
    this.#timeline.push({ callId: this.state.id, at, type, message });
  }
}
