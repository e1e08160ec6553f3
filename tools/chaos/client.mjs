import { randomUUID } from 'node:crypto';

/** What a client tries again, by the description: "retry 429, 500 and 503 with exponential backoff". */
const TRY_AGAIN = new Set([429, 500, 503]);
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_BACKOFF_MS = 2_000;

/** All that a client sees of an outage; what is not begun, or limited, has a Retry-After. */
const OUTAGE = new Set(['429 rate_limited', '500 internal_error', '503 auth_unavailable']);
const WAITS = new Set([429, 503]);

/**
 * A client of an account that does what the description tells it: an Idempotency-Key for each thing to be made, and the
 * same request again until there is an answer. It goes from one api process to the other.
 */
export class Client {
  /** Answers that must not be: status, code and where. */
  wrong = [];
  retries = 0;
  /** Requests without an answer: to whom, when (epoch milliseconds), and why. */
  lost = [];
  answers = new Map();
  #origins;
  #random;
  #key = 0;

  /** @param {() => string[]} origins the addresses of the api processes */
  constructor(origins, random) {
    this.#origins = origins;
    this.#random = random;
  }

  /**
   * Sends until an answer comes that is not to be tried again; resolves with `{status, body}`.
   * @param {{keys: string[]}} account
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {{idempotencyKey?: string | null, signal?: AbortSignal}} [options]
   */
  async send(account, method, path, body, { idempotencyKey = null, signal } = {}) {
    for (let wait = 100; ; wait = Math.min(wait * 2, MAX_BACKOFF_MS)) {
      const answer = await this.once(account, method, path, body, { idempotencyKey, signal });
      this.#note(answer, `${method} ${path}`);
      if (answer.status !== 0 && !TRY_AGAIN.has(answer.status)) return answer;
      if (signal?.aborted) return answer;
      this.retries += 1;
      const pause = answer.status === 429 ? Math.min(answer.retryAfterMs, 5_000) : wait;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + this.#random.next())));
    }
  }

  /**
   * One request, and what came of it; status 0 when there was no answer.
   * @param {{keys: string[]}} account
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {{idempotencyKey?: string | null, signal?: AbortSignal}} [options]
   */
  async once(account, method, path, body, { idempotencyKey = null, signal } = {}) {
    const begin = performance.now();
    const origin = this.#random.pick(this.#origins());
    const beganAt = Date.now();
    try {
      const response = await fetch(`${origin}/v1${path}`, {
        method,
        headers: {
          'X-API-Key': account.keys[this.#key++ % account.keys.length],
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? null : JSON.parse(text),
        ms: performance.now() - begin,
        retryAfterMs: Number(response.headers.get('retry-after') ?? 1) * 1_000,
        hasRetryAfter: response.headers.has('retry-after'),
      };
    } catch (error) {
      const code = error.cause?.code ?? error.name;
      this.lost.push({ origin, beganAt, endedAt: Date.now(), what: `${method} ${path}`, code });
      return {
        status: 0,
        body: null,
        ms: performance.now() - begin,
        retryAfterMs: 0,
        hasRetryAfter: false,
        error,
      };
    }
  }

  /** All items of a list, page after page. */
  async all(account, path) {
    const items = [];
    for (let after = ''; ;) {
      const query = `${path.includes('?') ? '&' : '?'}limit=100${after}`;
      const { status, body } = await this.send(account, 'GET', `${path}${query}`);
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
      items.push(...body.data);
      if (!body.has_more) return items;
      after = `&starting_after=${encodeURIComponent(body.data.at(-1).id)}`;
    }
  }

  newKey() {
    return randomUUID();
  }

  #note({ status, body, hasRetryAfter }, where) {
    const code = body?.error?.code;
    const known = status === 0 ? 'no answer' : code ? `${status} ${code}` : String(status);
    this.answers.set(known, (this.answers.get(known) ?? 0) + 1);
    // A key that works must never be called unknown, and no body was ever changed.
    const wrong = status === 401 || status === 403 || status === 404 || status === 400 || status === 405;
    const unknown = (status === 429 || status >= 500) && !OUTAGE.has(known);
    if (wrong || unknown || code === 'idempotency_key_reused') this.wrong.push(`${where}: ${known}`);
    if (WAITS.has(status) && !hasRetryAfter) this.wrong.push(`${where}: ${known} without Retry-After`);
  }
}
