import { Injectable } from '@nestjs/common';

/** What the readiness probe says beside its own findings: parts that the service can do without. */
@Injectable()
export class Readiness {
  readonly #parts = new Map<string, () => string | null>();

  /** `describe` tells how the part is now; null leaves it out. */
  tell(part: string, describe: () => string | null): void {
    this.#parts.set(part, describe);
  }

  details(): Record<string, string> {
    const parts = [...this.#parts].map(([part, describe]) => [part, describe()] as const);
    return Object.fromEntries(parts.filter((entry): entry is [string, string] => entry[1] !== null));
  }
}
