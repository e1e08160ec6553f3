import { Injectable } from '@nestjs/common';

/** A person, from the view of an account. */
export interface Contact {
  readonly accountId: string;
  /** E.164. */
  readonly phoneNumber: string;
}

/** A contact's calls, found under a lock. */
export interface FoundCalls {
  readonly callIds: readonly string[];
  /** Those that ring, talk, are being analyzed or wait for their recording, and cannot be erased now. */
  readonly goingOn: readonly string[];
}

/** One erasure: personal data is removed, and numbers that must stay are replaced. */
export interface Erasure extends Contact {
  /** Replaces the number: E.164 in form, never callable, different for each erasure. */
  readonly alias: string;
  readonly callIds: readonly string[];
}

export type ErasedCounts = Readonly<Record<string, number>>;

/** A context's part of erasing a contact. All parts run in one transaction. Idempotent. */
export interface Eraser {
  find?(contact: Contact): Promise<FoundCalls>;
  /** Removes what identifies the person; amounts, times and ids stay. */
  erase(erasure: Erasure): Promise<ErasedCounts>;
  /** Cancels waiting calls. Runs after erase, so that their events contain nothing about the person. */
  cancelWaiting?(erasure: Erasure): Promise<ErasedCounts>;
}

/** The global lock order: line, call, event. */
const ORDER = ['account', 'calls', 'human calls', 'telephony', 'webhooks', 'idempotency'] as const;

/** Registry of erasers: each context registers its own. */
@Injectable()
export class Erasers {
  readonly #erasers = new Map<string, Eraser>();

  register(place: (typeof ORDER)[number], eraser: Eraser): void {
    this.#erasers.set(place, eraser);
  }

  /** All erasers in lock order. @throws Error when one is missing, so that nothing is erased partly */
  all(): Eraser[] {
    return ORDER.map((place) => {
      const eraser = this.#erasers.get(place);
      if (!eraser) throw new Error(`nobody erases ${place}`);
      return eraser;
    });
  }
}
