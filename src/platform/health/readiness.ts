import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** What the readiness probe says beside its own findings: parts that the service can do without, and whether it ends. */
@Injectable()
export class Readiness implements OnModuleDestroy {
  readonly #parts = new Map<string, () => string | null>();
  #ending = false;

  /** True from the moment the process was asked to stop: a load balancer should ask others, while requests are still taken. */
  get isEnding(): boolean {
    return this.#ending;
  }

  onModuleDestroy(): void {
    this.#ending = true;
  }

  /** `describe` tells how the part is now; null leaves it out. */
  tell(part: string, describe: () => string | null): void {
    this.#parts.set(part, describe);
  }

  details(): Record<string, string> {
    const parts = [...this.#parts].map(([part, describe]) => [part, describe()] as const);
    return Object.fromEntries(parts.filter((entry): entry is [string, string] => entry[1] !== null));
  }
}
