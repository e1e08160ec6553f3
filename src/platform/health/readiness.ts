import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Describes optional parts to the readiness probe, and whether the process is shutting down. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  readonly #parts = new Map<string, () => string | null>();
  #ending = false;

  /** True once shutdown began; some requests may still arrive. */
  get isEnding(): boolean {
    return this.#ending;
  }

  onModuleDestroy(): void {
    this.#ending = true;
  }

  /** `describe` returns the state of the part; null omits it. */
  registerPart(part: string, describe: () => string | null): void {
    this.#parts.set(part, describe);
  }

  details(): Record<string, string> {
    const parts = [...this.#parts].map(([part, describe]) => [part, describe()] as const);
    return Object.fromEntries(parts.filter((entry): entry is [string, string] => entry[1] !== null));
  }
}
