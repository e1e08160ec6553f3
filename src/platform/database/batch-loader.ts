import { AsyncResource } from 'node:async_hooks';
import { Slots } from './slots';
import type { UnitOfWork } from './unit-of-work';

const BATCH_SIZE = 100;

type Scope = Pick<UnitOfWork, 'batchScope' | 'noteWrite'>;

interface Pending<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

interface LoaderOptions {
  /** Statements under way at once; keys that arrive during them share the next one. */
  readonly concurrency?: number;
}

const due = new WeakMap<object, (() => void)[]>();

/**
 * Calls `run` in the next turn of the event loop, in its own asynchronous context. Functions of one scope run in one
 * callback: what they send leaves in one packet.
 */
function inNextTurn(scope: object, run: () => void): void {
  const others = due.get(scope);
  if (others) {
    const context = new AsyncResource('BatchLoader');
    others.push(() => context.runInAsyncScope(run));
    return;
  }
  const all = [run];
  due.set(scope, all);
  setImmediate(() => {
    due.delete(scope);
    for (const each of all) each();
  });
}

/**
 * Batches lookups: keys of the same turn of the event loop share a statement. Nothing is cached.
 *
 * Lookups of one group commit share statements, and so do those outside any transaction. Inside a separate
 * transaction each lookup is sent at once. `loadAll` returns one value per key, in the order of the keys.
 */
export class BatchLoader<Key, Value> {
  readonly #pending = new Map<object, Pending<Key, Value>[]>();
  readonly #slots = new Map<object, Slots>();

  constructor(
    private readonly unitOfWork: Scope,
    private readonly loadAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
    private readonly options: LoaderOptions = {},
  ) {}

  /** An async function around a promise would cost three more of them for each key. */
  load(key: Key): Promise<Value> {
    const { batchScope } = this.unitOfWork;
    if (batchScope === null) return this.loadAll([key]).then(([value]) => value as Value);
    return new Promise((resolve, reject) => {
      const pending = this.#pending.get(batchScope);
      if (pending === undefined) {
        this.#pending.set(batchScope, [{ key, resolve, reject }]);
        inNextTurn(batchScope, () => void this.#send(batchScope));
        return;
      }
      pending.push({ key, resolve, reject });
      if (pending.length === BATCH_SIZE) void this.#send(batchScope);
    });
  }

  async #send(scope: object): Promise<void> {
    const pending = this.#pending.get(scope);
    if (pending === undefined) return;
    const free = this.#occupySlot(scope);
    if (!free) return;
    const batch = pending.splice(0, BATCH_SIZE);
    if (pending.length === 0) this.#pending.delete(scope);
    try {
      const values = await this.loadAll(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error('a batch did not return one value for each key');
      batch.forEach(({ resolve }, at) => resolve(values[at] as Value));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      free();
    }
  }

  /** Returns the function that frees the slot and sends the waiting keys; null when no slot is free. */
  #occupySlot(scope: object): (() => void) | null {
    const { concurrency } = this.options;
    if (concurrency === undefined) return () => undefined;
    const slots = this.#slots.get(scope) ?? new Slots(concurrency);
    if (!slots.isFree) return null;
    this.#slots.set(scope, slots);
    return slots.occupy(() => {
      if (slots.isUnused) this.#slots.delete(scope);
      void this.#send(scope);
    });
  }
}

/** Batches writes whose results nobody reads (see {@link UnitOfWork.enqueue}). */
export class BatchWriter<Item> {
  readonly #batches: BatchLoader<readonly Item[], undefined>;

  constructor(
    private readonly unitOfWork: Scope,
    write: (items: readonly Item[]) => Promise<void>,
  ) {
    this.#batches = new BatchLoader(unitOfWork, async (items) => {
      await write(items.flat());
      return items.map(() => undefined);
    });
  }

  /** Resolves when the statement is sent, not when it ran. */
  add(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return Promise.resolve();
    this.unitOfWork.noteWrite();
    return this.#batches.load(items);
  }
}

export class BatchLoaderById<Found extends string | object> {
  readonly #batches: BatchLoader<string, Found | null>;

  constructor(unitOfWork: Scope, findAll: (ids: string[]) => Promise<Map<string, Found>>) {
    this.#batches = new BatchLoader(unitOfWork, async (ids) => {
      const found = await findAll([...new Set(ids)]);
      return ids.map((id) => found.get(id) ?? null);
    });
  }

  find(id: string): Promise<Found | null> {
    return this.#batches.load(id);
  }
}
