import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Additional state of the readiness probe: optional parts, and whether the process is shutting down. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  readonly #parts = new Map<string, () => string | null>();
  #ending = false;

  /** True once shutdown began: load balancers should send no more requests, but some may still arrive. */
  get isEnding(): boolean {
    return this.#ending;
  }

  onModuleDestroy(): void {
    this.#ending = true;
  }

  /** Registers a part; `describe` returns its current state, null leaves the part out. */
  registerPart(part: string, describe: () => string | null): void {
    this.#parts.set(part, describe);
  }

  details(): Record<string, string> {
    const parts = [...this.#parts].map(([part, describe]) => [part, describe()] as const);
    return Object.fromEntries(parts.filter((entry): entry is [string, string] => entry[1] !== null));
  }
}
