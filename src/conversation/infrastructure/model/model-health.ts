import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { describeModelError, type ModelClient, statusOf } from './model-client';
import { InvalidModelOutput } from './invalid-model-output';
import type { ModelTimeouts } from './model-timeouts';

const TOOLS_REFUSED_MS = 600_000;

/**
 * Checks the model. Until it is usable, the log and the readiness probe report it, and talks use the offline engine.
 */
export class ModelHealth implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('Model');
  readonly #closed = new AbortController();
  #problem: string | null = null;
  #checked: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #toolsRefusedUntilMs = 0;

  constructor(
    readonly client: ModelClient | null,
    private readonly limits: ModelTimeouts,
    private readonly nowMs: () => number = Date.now,
  ) {}

  onApplicationBootstrap(): void {
    void this.usable();
  }

  onModuleDestroy(): void {
    clearTimeout(this.#timer);
    this.#closed.abort();
  }

  get description(): string | null {
    if (!this.client) return null;
    if (this.#problem !== null) return `${this.#problem}; talks are led and read offline`;
    return this.refusesTools ? 'ok, but the endpoint refuses tools: agents talk without them' : 'ok';
  }

  get refusesTools(): boolean {
    return this.nowMs() < this.#toolsRefusedUntilMs;
  }

  /** The endpoint answers without tools alone: it gets none for a while. */
  toolsRefused(): void {
    if (!this.refusesTools) {
      this.#logger.warn('the model at LLM_URL refuses tools: agents talk without them for 10 minutes');
    }
    this.#toolsRefusedUntilMs = this.nowMs() + TOOLS_REFUSED_MS;
  }

  /** Awaits the first check alone: a talk cannot wait for one of a model that is away. */
  async usable(): Promise<boolean> {
    if (!this.client) return false;
    await (this.#checked ??= this.#check(this.client));
    return this.#problem === null;
  }

  /** A server that is unreachable or refuses the request is not used until a check succeeds. */
  recordFailure(error: unknown): void {
    this.#logger.warn(`the model failed in a talk: ${describeModelError(error)}`);
    const status = statusOf(error);
    const away =
      status === undefined && (error as Error).name === 'Error' && !(error instanceof InvalidModelOutput);
    if (away || [401, 403, 404].includes(status ?? 0)) this.#down(error);
  }

  async #check(client: ModelClient): Promise<void> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(this.limits.checkMs)]);
    try {
      for await (const _ of client.stream([{ role: 'user', content: 'Say OK.' }], signal)) {
        if (this.#problem !== null) this.#logger.warn('the model can be used again');
        this.#problem = null;
        return;
      }
      throw new InvalidModelOutput('an empty answer');
    } catch (error) {
      if (!this.#closed.signal.aborted) this.#down(signal.aborted ? signal.reason : error);
    }
  }

  #down(error: unknown): void {
    const problem = describeModelError(error);
    if (this.#problem !== problem) {
      this.#logger.warn(
        `the model at LLM_URL cannot be used (${problem}): talks are led and read offline until it can`,
      );
    }
    this.#problem = problem;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.client) void this.#check(this.client);
    }, this.limits.recheckMs).unref();
  }
}
