import type { AiCallingError } from './base-error.ts';

/** What `new Headers` takes. */
type HeadersSource = NonNullable<RequestInit['headers']>;

export interface RequestOptions {
  /** Takes the place of the generated one, for operations that honour it. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each try, to the end of its response. */
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: HeadersSource | undefined;
}

/** A request that is sent again after `waitMs`. */
export interface RetryNotice {
  readonly operationId: string;
  /** 1 for the first repetition. */
  readonly retry: number;
  readonly waitMs: number;
  readonly error: AiCallingError;
}

export interface DeprecationNotice {
  readonly operationId: string;
  /** The header's value. */
  readonly deprecation: string;
}

export interface ClientOptions {
  /** Default: `AI_CALLING_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Default: `AI_CALLING_BASE_URL`. With or without `/v1`. */
  readonly baseUrl?: string | undefined;
  /** Milliseconds for each try; 30,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** 4 when left out. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent with each request. */
  readonly headers?: HeadersSource | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Called once for an operation. */
  readonly onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
  /** A key in a page can be read by whoever opens it. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}
