import { RecentMap } from '../../platform/kernel/collections/recent-map';

export const SOURCE_LIMITS = { perSecond: 50, burst: 100 } as const;

/** The limit of requests within one dialog. */
export const DIALOG_LIMITS = { perSecond: 20, burst: 50 } as const;

/** The least recently seen are dropped, which gives them a new burst. */
const MAX_SOURCES = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Limits requests by key with a token bucket: `perSecond` in the long run, `burst` at once. */
export class RateLimit {
  readonly #buckets = new RecentMap<string, Bucket>(MAX_SOURCES);

  constructor(
    private readonly now: () => number,
    private readonly limits: { readonly perSecond: number; readonly burst: number } = SOURCE_LIMITS,
  ) {}

  consume(key: string): boolean {
    const now = this.now();
    const { perSecond, burst } = this.limits;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens--;
    this.#buckets.set(key, bucket);
    return allowed;
  }
}
