import { Injectable } from '@nestjs/common';

/** A person as an account calls them. */
export interface Contact {
  readonly accountId: string;
  /** E.164. */
  readonly phoneNumber: string;
}

/** What an eraser finds of a contact, under a lock. */
export interface FoundCalls {
  /** All calls to the number. */
  readonly callIds: readonly string[];
  /** Those of them that talk, ring or are being analysed: they cannot be erased now. */
  readonly goingOn: readonly string[];
}

/** One erasure: all that is found of a contact goes, and what must stay a number becomes another. */
export interface Erasure extends Contact {
  /** Stands where the number stood: in the form of E.164, never a number that can be called, another each time. */
  readonly alias: string;
  readonly callIds: readonly string[];
}

/** How many of what was erased, by name. */
export type ErasedCounts = Readonly<Record<string, number>>;

/** What a context does when an account forgets a contact. All of it runs in one transaction, twice is fine. */
export interface Eraser {
  /** Finds and locks the calls to the number. */
  find?(contact: Contact): Promise<FoundCalls>;
  /** Takes out what says who it was; amounts, times and ids stay. */
  erase(erasure: Erasure): Promise<ErasedCounts>;
  /** Cancels what still waits; it is erased by then, so that its event tells nothing of the person. */
  cancelWaiting?(erasure: Erasure): Promise<ErasedCounts>;
}

/** In the one order of locks: line, call, event. */
const ORDER = ['account', 'calls', 'human calls', 'webhooks', 'idempotency'] as const;

/** Who erases: each context offers itself, and none knows another. */
@Injectable()
export class Erasers {
  readonly #erasers = new Map<string, Eraser>();

  offer(place: (typeof ORDER)[number], eraser: Eraser): void {
    this.#erasers.set(place, eraser);
  }

  /** All of them, in the order in which they lock. @throws Error when one is missing: nothing is half erased. */
  all(): Eraser[] {
    return ORDER.map((place) => {
      const eraser = this.#erasers.get(place);
      if (!eraser) throw new Error(`nobody erases ${place}`);
      return eraser;
    });
  }
}
