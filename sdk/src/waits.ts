import type { ApiCall } from './api-call.ts';
import { AbortError, WaitTimeoutError } from './errors.ts';
import type { Batch, Call, HumanCall } from './models.ts';
import type { RequestOptions } from './options.ts';
import { pause, timerAfter } from './pause.ts';

export interface WaitOptions {
  /** Milliseconds in all. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CallWaitOptions extends WaitOptions {
  /** Goes on with `retry.next_call_id` until no attempt follows. */
  readonly followAttempts?: boolean | undefined;
}

export interface BatchWaitOptions extends WaitOptions {
  readonly onProgress?: ((batch: Batch) => void) | undefined;
}

type Getter<T> = (id: string, options?: RequestOptions) => ApiCall<T>;

export interface CallWaits {
  /**
   * Resolves with the call when it is final, a completed one when its outcome is there. Within 15 minutes unless
   * `timeoutMs` says otherwise.
   * @throws WaitTimeoutError with the call as last seen
   */
  waitForOutcome(id: string, options?: CallWaitOptions): Promise<Call>;
}

export interface BatchWaits {
  /** Resolves with the batch when all its calls are finished; looks every 30 s, without a limit unless `timeoutMs` sets one. */
  wait(id: string, options?: BatchWaitOptions): Promise<Batch>;
}

export interface HumanCallWaits {
  /** Resolves with the human call when it is final and, with `analyze`, analysed. As `calls.waitForOutcome` otherwise. */
  waitForEnd(id: string, options?: WaitOptions): Promise<HumanCall>;
}

const WAIT_MS = 900_000;
const FIRST_LOOK_MS = 1_000;
const GROWTH = 1.5;
const MAX_LOOK_MS = 15_000;
const SCHEDULED_LOOK_MS = 60_000;
const BATCH_LOOK_MS = 30_000;
const LAST_LOOK_MS = 1_000;

export function callWaits(get: Getter<Call>): CallWaits {
  return {
    async waitForOutcome(first, { timeoutMs = WAIT_MS, signal, followAttempts = false } = {}) {
      const deadline = Date.now() + timeoutMs;
      for (let id = first; ;) {
        const call = await lookUntil(get, id, isDone, { deadline, signal });
        const next = call.retry?.next_call_id;
        if (!followAttempts || !next) return call;
        id = next;
      }
    },
  };
}

export function humanCallWaits(get: Getter<HumanCall>): HumanCallWaits {
  return {
    waitForEnd: (id, { timeoutMs = WAIT_MS, signal } = {}) =>
      lookUntil(get, id, isAnalysed, { deadline: Date.now() + timeoutMs, signal }),
  };
}

export function batchWaits(get: Getter<Batch>): BatchWaits {
  return {
    async wait(id, { timeoutMs = Infinity, signal, onProgress } = {}) {
      const deadline = Date.now() + timeoutMs;
      for (let batch: Batch | undefined; ;) {
        const seen = await look(get, id, { deadline, signal });
        if (seen) onProgress?.(seen);
        batch = seen ?? batch;
        if (seen && seen.finished === seen.total) return seen;
        const leftMs = deadline - Date.now();
        if (leftMs <= 0) throw new WaitTimeoutError(`Batch ${id} was not finished in time.`, { batch });
        await pause(Math.min(BATCH_LOOK_MS, leftMs), signal);
      }
    },
  };
}

interface Bounds {
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

async function lookUntil<T extends Call | HumanCall>(
  get: Getter<T>,
  id: string,
  isOver: (seen: T) => boolean,
  bounds: Bounds,
): Promise<T> {
  const { deadline, signal } = bounds;
  let call: T | undefined;
  let delayMs = FIRST_LOOK_MS;
  for (let waitMs = delayMs; ;) {
    await pause(Math.max(0, Math.min(waitMs, deadline - Date.now())), signal);
    const seen = await look(get, id, bounds);
    if (seen && isOver(seen)) return seen;
    call = seen ?? call;
    if (Date.now() >= deadline) throw new WaitTimeoutError(`${id} did not end in time.`, { call });
    const aheadMs = scheduledFor(call) - Date.now();
    delayMs = aheadMs > 0 ? FIRST_LOOK_MS : Math.min(delayMs * GROWTH, MAX_LOOK_MS);
    waitMs = aheadMs > 0 ? Math.min(aheadMs, SCHEDULED_LOOK_MS) : delayMs;
  }
}

/** undefined when the deadline comes first; a request that begins there has a second. */
async function look<T>(get: Getter<T>, id: string, { deadline, signal }: Bounds): Promise<T | undefined> {
  const late = new AbortController();
  const end = () => late.abort(signal?.reason);
  if (signal?.aborted) end();
  const leftMs = Math.max(deadline - Date.now(), LAST_LOOK_MS);
  const timer = timerAfter(leftMs, end);
  signal?.addEventListener('abort', end);
  try {
    return await get(id, { signal: late.signal });
  } catch (error) {
    if (error instanceof AbortError && !signal?.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function scheduledFor(seen: Call | HumanCall | undefined): number {
  return seen && 'scheduled_for' in seen && seen.scheduled_for ? Date.parse(seen.scheduled_for) : 0;
}

/** Every final call has `ended_at`, also one with a status of a later service. */
function isDone({ status, ended_at: endedAt, outcome }: Call): boolean {
  return Boolean(endedAt) && (status !== 'completed' || outcome !== null);
}

function isAnalysed({ ended_at: endedAt, analyze, analysis }: HumanCall): boolean {
  return Boolean(endedAt) && (!analyze || !['waiting', 'processing'].includes(analysis.status));
}
