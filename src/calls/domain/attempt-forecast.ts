import type { RetryCause, RetryPolicy } from '../../shared-kernel/retry-policy';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

/** The share of calls that another attempt follows, before any call of the agent. */
const SHARE_BEFORE_ANY = 0.4;

export interface Ends {
  readonly dialed: number;
  readonly ends: Readonly<Record<RetryCause, number>>;
}

/** How many attempts rows make, by the ends of the agent's last calls. */
export class AttemptForecast {
  readonly #share: number;

  constructor(
    private readonly rows: number,
    private readonly policy: RetryPolicy | null,
    { dialed, ends }: Ends,
  ) {
    const causes = [...new Set(policy?.on ?? [])];
    const ended = causes.reduce((sum, cause) => sum + ends[cause], 0);
    this.#share = dialed === 0 ? SHARE_BEFORE_ANY : ended / dialed;
  }

  get attempts(): number {
    return Math.round(this.rows * this.attemptsPerRow);
  }

  get attemptsPerRow(): number {
    let sum = 0;
    for (let k = 0; k < this.#most; k += 1) sum += this.#share ** k;
    return sum;
  }

  /** Milliseconds of the waits before the last attempt that at least half a row is expected to make. */
  get waitMs(): number {
    const waits = this.policy?.waitMinutes ?? [];
    let minutes = 0;
    for (let k = 1; k < this.#most && this.rows * this.#share ** k >= 0.5; k += 1) {
      minutes += waits[Math.min(k, waits.length) - 1] ?? 0;
    }
    return minutes * MINUTE_MS;
  }

  get #most(): number {
    return this.policy?.maxAttempts ?? 1;
  }
}
