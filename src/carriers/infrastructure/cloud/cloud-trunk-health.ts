import type { TrunkHealthStatus } from '../../../trunks';
import type { ApiRequestResult } from './cloud-http-client';

/** After a refusal, or a name that does not resolve. */
const OUT_MS = 30_000;
/** After this number of timeouts in a row the trunk is down, too. */
const TIMEOUTS = 3;

/** The health of a trunk, by the results of its requests. */
export class CloudTrunkHealth {
  #state: 'up' | 'unknown' = 'unknown';
  #out: { readonly until: number; readonly reason: string } | null = null;
  #timeouts = 0;

  constructor(private readonly nowMs: () => number) {}

  get health(): TrunkHealthStatus {
    if (this.#out && this.nowMs() < this.#out.until) return { state: 'down', reason: this.#out.reason };
    return { state: this.#state, reason: null };
  }

  onResult(result: ApiRequestResult, status: number | null): void {
    this.#timeouts = result === 'timed_out' ? this.#timeouts + 1 : 0;
    if (result === 'answered') [this.#state, this.#out] = ['up', null];
    else if (result === 'refused') this.#leave(`the carrier answered ${status ?? ''}`);
    else if (result === 'not_resolved') this.#leave('the name of the API does not resolve');
    else if (this.#timeouts >= TIMEOUTS) this.#leave('the API does not answer');
  }

  #leave(reason: string): void {
    this.#state = 'unknown';
    this.#out = { until: this.nowMs() + OUT_MS, reason };
  }
}
