import type { Clock } from '../../../platform/clock';
import { formatInstant } from '../../../platform/kernel/instant';
import type { TalkTools, ToolError } from '../../../shared-kernel/tool-use';
import type { Arguments } from '../../domain/arguments';
import { callbackTime } from '../../domain/callback-time';
import type { CallOfTalk } from '../call-of-talk';
import { failure } from './use-texts';

export interface ScheduledCallback {
  readonly status: 'succeeded' | 'failed' | 'invalid';
  readonly result: object | null;
  readonly error: ToolError | null;
}

/** Queues the call that an agent promises; a later one of the talk replaces it. */
export class CallbackScheduler {
  #queued: string | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly calls: CallOfTalk,
    private readonly talk: TalkTools,
  ) {}

  /** Runs one after another: each callback replaces the one before. */
  schedule(sent: Arguments, isTest: boolean): Promise<ScheduledCallback> {
    const scheduled = this.#last.then(() => this.#schedule(sent, isTest));
    this.#last = scheduled.catch(() => undefined);
    return scheduled;
  }

  async #schedule(sent: Arguments, isTest: boolean): Promise<ScheduledCallback> {
    const { accountId, callId } = this.talk;
    const call = await this.calls.find(this.talk);
    if (!call) return refusal('not_found', 'The call is gone.');
    const at = callbackTime(sent, { now: this.clock.now(), timeZone: call.timeZone });
    if (!(at instanceof Date)) return { ...at, result: null };
    if (isTest) return done(at, null);
    const queued = await this.calls.calls.queueCallback(accountId, callId, { at, replaces: this.#queued });
    if ('code' in queued) return refusal(queued.code, queued.message);
    this.#queued = queued.callId;
    return done(at, queued.callId);
  }
}

function done(at: Date, callId: string | null): ScheduledCallback {
  return { status: 'succeeded', result: { scheduled_for: formatInstant(at), call_id: callId }, error: null };
}

function refusal(code: string, message: string): ScheduledCallback {
  return { status: 'failed', result: null, error: failure(code, message) };
}
