import type { TraceEvent } from '../../../sip';
import {
  TraceLog,
  type TraceMessage,
  redactCredentials,
  type TracedDial,
  type TraceRepository,
} from '../../../trunks';
import type { Timers } from '../../../platform/kernel/time/timers';

/** Messages within this time after the end of a dial belong to its trace, such as the response to our BYE. */
const LINGER_MS = 2_000;

export interface DialTracesOptions {
  readonly store: Pick<TraceRepository, 'insert' | 'replace'>;
  readonly now: () => Date;
  readonly timers: Timers;
}

export interface DialTrace {
  /**
   * Adds further messages with this Call-ID. Ignores a Call-ID of another dial: a call that comes back to us has the
   * same one.
   * @param received the message that began the call
   */
  follow(callId: string, trunk: string, received?: string): void;
  note(direction: TraceEvent['direction'], trunk: string, text: string): void;
  /** Idempotent. Never rejects. */
  store(): Promise<void>;
  /** Releases the trace after LINGER_MS. */
  close(): void;
}

/** The trace of a further leg of the dial: it is stored at the end of the call. */
export function withoutStore(trace: DialTrace): DialTrace {
  return { ...trace, store: () => Promise.resolve() };
}

const NO_TRACE: DialTrace = {
  follow: () => undefined,
  note: () => undefined,
  store: () => Promise.resolve(),
  close: () => undefined,
};

interface Followed {
  readonly log: TraceLog;
  readonly trunk: string;
}

/** Collects SIP messages and carrier requests of the dials of this process. */
export class DialTraces {
  readonly #followed = new Map<string, Followed>();

  /** @param options null: nothing is traced */
  constructor(private readonly options: DialTracesOptions | null) {}

  get listener(): ((event: TraceEvent) => void) | null {
    const { options: parts } = this;
    return (
      parts &&
      ((event) => {
        const followed = this.#followed.get(event.callId);
        if (followed) this.#add(followed, parts, event.direction, event.text);
      })
    );
  }

  get size(): number {
    return this.#followed.size;
  }

  begin(dial: TracedDial): DialTrace {
    return this.options ? this.#begin(dial, this.options) : NO_TRACE;
  }

  #add(
    { log, trunk }: Followed,
    { now }: Pick<DialTracesOptions, 'now'>,
    direction: TraceEvent['direction'],
    text: string,
  ): void {
    log.add({ at: now().toISOString(), direction, trunk, text: redactCredentials(text) });
  }

  #begin(dial: TracedDial, { store, now, timers }: DialTracesOptions): DialTrace {
    const log = new TraceLog();
    const callIds: string[] = [];
    let stored: Promise<number> | null = null;
    const insert = async (messages: readonly TraceMessage[], count: number): Promise<number> => {
      if (count > 0) await store.insert(dial, messages, now());
      return count;
    };
    return {
      follow: (callId, trunk, received) => {
        const known = this.#followed.get(callId);
        if (known && known.log !== log) return;
        callIds.push(callId);
        this.#followed.set(callId, { log, trunk });
        if (received !== undefined) this.#add({ log, trunk }, { now }, 'received', received);
      },
      note: (direction, trunk, text) => this.#add({ log, trunk }, { now }, direction, text),
      store: async () => {
        stored ??= insert(log.messages, log.count);
        // A trace must not fail a call.
        await stored.catch(() => undefined);
      },
      close: () => {
        timers.after(LINGER_MS, () => {
          for (const callId of callIds) this.#followed.delete(callId);
          void stored
            ?.then((count) => (log.count > count ? store.replace(dial, log.messages) : undefined))
            .catch(() => undefined);
        });
      },
    };
  }
}
