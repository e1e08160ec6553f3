import type { Clock } from '../../../platform/clock';
import { formatInstant, parseInstant } from '../../../platform/kernel/instant';
import { instantOfLocal, isLocalTime } from '../../../platform/kernel/zoned-time';
import type { TalkTools, ToolError } from '../../../shared-kernel/tool-use';
import type { CallOfTalk } from '../call-of-talk';

const MIN_AHEAD_MS = 5 * 60_000;
const MAX_AHEAD_MS = 30 * 86_400_000;

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

  /** One after another: each replaces the one before. */
  schedule(sent: Readonly<Record<string, unknown>>, isTest: boolean): Promise<ScheduledCallback> {
    const scheduled = this.#last.then(() => this.#schedule(sent, isTest));
    this.#last = scheduled.catch(() => undefined);
    return scheduled;
  }

  async #schedule(sent: Readonly<Record<string, unknown>>, isTest: boolean): Promise<ScheduledCallback> {
    const { accountId, callId } = this.talk;
    const unknown = Object.keys(sent).find((name) => name !== 'at');
    if (unknown !== undefined) return wrong('invalid', 'invalid', `${unknown.slice(0, 64)} is not known.`);
    const call = await this.calls.find(this.talk);
    if (!call) return wrong('failed', 'not_found', 'The call is gone.');
    const at = instantOf(sent['at'], call.timeZone);
    if (!at)
      return wrong(
        'invalid',
        'invalid',
        'at must be a local time such as 2026-01-31T18:00, or one with an offset.',
      );
    const aheadMs = +at - this.clock.nowMs();
    if (aheadMs < MIN_AHEAD_MS || aheadMs > MAX_AHEAD_MS) {
      return wrong('failed', 'bad_time', 'at must be 5 minutes to 30 days ahead.');
    }
    if (isTest) return done(at, null);
    const queued = await this.calls.calls.queueCallback(accountId, callId, { at, replaces: this.#queued });
    if ('code' in queued) return wrong('failed', queued.code, queued.message);
    this.#queued = queued.callId;
    return done(at, queued.callId);
  }
}

function instantOf(value: unknown, timeZone: string): Date | null {
  if (typeof value !== 'string') return null;
  const local = value
    .trim()
    .replace(' ', 'T')
    .replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):\d{2}(?:\.\d+)?$/u, '$1');
  if (isLocalTime(local)) return instantOfLocal(local, timeZone);
  return parseInstant(value.trim()) ?? null;
}

function done(at: Date, callId: string | null): ScheduledCallback {
  return { status: 'succeeded', result: { scheduled_for: formatInstant(at), call_id: callId }, error: null };
}

function wrong(status: 'failed' | 'invalid', code: string, message: string): ScheduledCallback {
  return { status, result: null, error: { code, message, statusCode: null } };
}
