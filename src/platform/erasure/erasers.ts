import { Injectable } from '@nestjs/common';

export interface Contact {
  readonly accountId: string;
  readonly phoneNumber: string;
}

export interface FoundCalls {
  readonly callIds: readonly string[];
  /** Calls that ring, talk, are analyzed or await their recording, and cannot be erased now. */
  readonly goingOn: readonly string[];
}

export interface Erasure extends Contact {
  /** Replaces the number: E.164, never callable, different for each erasure. */
  readonly alias: string;
  readonly callIds: readonly string[];
}

export type ErasedCounts = Readonly<Record<string, number>>;

/** A context's part of erasing a contact. All parts share one transaction. Idempotent. */
export interface Eraser {
  find?(contact: Contact): Promise<FoundCalls>;
  erase(erasure: Erasure): Promise<ErasedCounts>;
  /** Runs after erase, so that the events of canceled calls contain nothing about the person. */
  cancelWaiting?(erasure: Erasure): Promise<ErasedCounts>;
}

/** The global lock order: line, call, event. */
const ORDER = ['account', 'calls', 'tools', 'human calls', 'telephony', 'webhooks', 'idempotency'] as const;

/** Lists the erasers that contexts registered. */
@Injectable()
export class Erasers {
  readonly #erasers = new Map<string, Eraser>();

  register(place: (typeof ORDER)[number], eraser: Eraser): void {
    this.#erasers.set(place, eraser);
  }

  /** In lock order. @throws Error when one is missing, so that no erasure is partial */
  all(): Eraser[] {
    return ORDER.map((place) => {
      const eraser = this.#erasers.get(place);
      if (!eraser) throw new Error(`nobody erases ${place}`);
      return eraser;
    });
  }
}
