import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { BatchLoader, BatchWriter } from '../database/batch-loader';
import { GroupCommit } from '../database/group-commit';
import { tryOut } from '../database/try-out';
import { UnitOfWork } from '../database/unit-of-work';
import type { IdempotencyKey } from '../http/request-context';
import { DomainError } from '../kernel/domain-error';
import { DAY_MS } from '../kernel/time/durations';

const KEY_LIFETIME_MS = DAY_MS;

/** A request that found a key valid may still read it. Longer than all statements of a request together. */
const DELETE_AFTER_MS = 60_000;

/** A second request waits this long for the first. */
const LOCK_WAIT_TIMEOUT_MS = 10_000;

/** The result that a key's row stores. */
interface KeyResult<First> {
  readonly resourceId: string;
  readonly first: First;
}

export interface CreatedResource<First, Resource = never> extends KeyResult<First> {
  readonly made?: Resource;
}

export interface IdempotentResult<First, Resource = never> extends CreatedResource<First, Resource> {
  readonly replay: boolean;
}

interface Row {
  fingerprint: string;
  resource_id: string;
  first_answer: unknown;
}

interface ScopedKey extends IdempotencyKey {
  readonly accountId: string;
  readonly operation: string;
  /** As stored. */
  readonly expected: { readonly resourceId: string | null; readonly first: string | null };
}

interface OnceOptions<First, Facts> {
  /** Reads what `make` needs. Sent with the claim of the key; its refusals only count for a key that was free. */
  readonly read?: () => Promise<Facts>;
  /** Joins a group commit; `make` may then throw a refusal only before its first write. */
  readonly together?: boolean;
  /** The probable result of `make`: stored with the claim, it saves a statement. */
  readonly expected?: KeyResult<First>;
}

interface CompletedKey extends ScopedKey {
  readonly made: CreatedResource<unknown, unknown>;
}

/**
 * Manages Idempotency-Keys. A key's row commits with the resource (R93): a concurrent request waits and then replays.
 */
@Injectable()
export class IdempotencyKeys {
  readonly #claims: BatchLoader<ScopedKey, boolean>;
  readonly #results: BatchWriter<CompletedKey>;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly shared: GroupCommit,
    private readonly clock: Clock,
  ) {
    this.#claims = new BatchLoader(unitOfWork, (keys) => this.#claimAll(keys));
    this.#results = new BatchWriter(unitOfWork, (completed) => this.#storeResults(completed));
  }

  /**
   * Runs `make` once for a key, in one transaction with the key's row; without a key it just runs.
   * @throws DomainError idempotency_key_reused when the key came with another body
   */
  async once<First, Resource = never, Facts = undefined>(
    accountId: string,
    operation: string,
    key: IdempotencyKey | null,
    make: (facts: Facts) => Promise<CreatedResource<First, Resource>>,
    { read, together = false, expected }: OnceOptions<First, Facts> = {},
  ): Promise<IdempotentResult<First, Resource>> {
    const scoped = key && { ...key, accountId, operation, expected: storedOf(expected) };
    const work = () => this.#once(scoped, make, read);
    if (!together) return this.unitOfWork.run(work);
    return this.shared.run(accountId, key && JSON.stringify([accountId, operation, key.key]), work);
  }

  /** Returns what `make` would return; stores nothing, and uses no key. */
  dryRun<T>(make: () => Promise<T>): Promise<T> {
    return tryOut(this.unitOfWork, make);
  }

  async #once<First, Resource, Facts>(
    key: ScopedKey | null,
    make: (facts: Facts) => Promise<CreatedResource<First, Resource>>,
    read: () => Promise<Facts> = () => Promise.resolve(undefined as Facts),
  ): Promise<IdempotentResult<First, Resource>> {
    if (key === null) return { replay: false, ...(await make(await read())) };
    const claim = this.#claim(key);
    const reading = read();
    reading.catch(() => undefined);
    const earlier = await claim;
    if (earlier)
      return { replay: true, resourceId: earlier.resource_id, first: earlier.first_answer as First };
    try {
      const made = await make(await reading);
      if (!isExpected(made, key)) await this.#results.add([{ ...key, made }]);
      return { replay: false, ...made };
    } catch (error) {
      // A separate transaction releases it by the rollback.
      if (error instanceof DomainError && this.unitOfWork.batchScope !== null) await this.#release(key);
      throw error;
    }
  }

  async forgetOld(limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM idempotency_keys WHERE ctid IN (
         SELECT ctid FROM idempotency_keys WHERE created_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [new Date(this.#tooOld().getTime() - DELETE_AFTER_MS), limit],
    );
  }

  /** Returns what the key made before. Waits for a request in flight, whose row is not committed yet. */
  async #claim(key: ScopedKey): Promise<Row | null> {
    if (await this.#claims.load(key)) return null;
    const row = await this.unitOfWork.row<Row>(
      `SELECT fingerprint, resource_id, first_answer FROM idempotency_keys
       WHERE account_id = $1 AND operation = $2 AND key = $3`,
      [key.accountId, key.operation, key.key],
    );
    if (!row) throw new Error('an idempotency key vanished between two statements');
    if (row.fingerprint !== key.fingerprint) {
      throw new DomainError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with a different body: send the same body, or a new key.',
      );
    }
    return row;
  }

  /** In one order for all processes, to avoid deadlocks. */
  async #claimAll(keys: readonly ScopedKey[]): Promise<boolean[]> {
    // A group commit has its own timeout.
    const lockTimeout = this.unitOfWork.batchScope === null ? String(LOCK_WAIT_TIMEOUT_MS) : null;
    const claimed = await this.unitOfWork.rows<{ place: number }>(
      // The timeout applies to the rest of the transaction, where nothing should wait longer either.
      `WITH asked AS (
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
           AS asked (account_id, operation, key, fingerprint, resource_id, first_answer, place)
       ), taken AS (
         INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, resource_id, first_answer, created_at)
         SELECT account_id, operation, key, fingerprint, resource_id, first_answer::json, $7 FROM asked
         WHERE set_config('lock_timeout', coalesce($9, current_setting('lock_timeout')), true) IS NOT NULL
         ORDER BY account_id, operation, key
         ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
           SET fingerprint = excluded.fingerprint, created_at = excluded.created_at,
             resource_id = excluded.resource_id, first_answer = excluded.first_answer
           WHERE idempotency_keys.created_at <= $8
         RETURNING account_id, operation, key
       )
       SELECT place::int FROM asked JOIN taken USING (account_id, operation, key)`,
      [
        ...scopes(keys),
        keys.map(({ fingerprint }) => fingerprint),
        keys.map(({ expected }) => expected.resourceId),
        keys.map(({ expected }) => expected.first),
        this.clock.now(),
        this.#tooOld(),
        lockTimeout,
      ],
    );
    const places = new Set(claimed.map(({ place }) => place));
    return keys.map((_, at) => places.has(at + 1));
  }

  /** An upsert finds existing rows by the index, where a join might scan the table. */
  async #storeResults(completed: readonly CompletedKey[]): Promise<void> {
    await this.unitOfWork.enqueue(
      `INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, resource_id, first_answer, created_at)
       SELECT made.account_id, made.operation, made.key, made.fingerprint, made.resource_id, made.first_answer::json, $7
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         AS made (account_id, operation, key, fingerprint, resource_id, first_answer)
       ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
         SET resource_id = excluded.resource_id, first_answer = excluded.first_answer`,
      [
        ...scopes(completed),
        completed.map(({ fingerprint }) => fingerprint),
        completed.map(({ made }) => made.resourceId),
        completed.map(({ made }) => storedOf(made).first),
        this.clock.now(),
      ],
    );
  }

  async #release({ accountId, operation, key }: ScopedKey): Promise<void> {
    // A query, not a write: it undoes the claim, so the refused operation has written nothing.
    await this.unitOfWork.rows(
      'DELETE FROM idempotency_keys WHERE account_id = $1 AND operation = $2 AND key = $3',
      [accountId, operation, key],
    );
  }

  #tooOld(): Date {
    return new Date(this.clock.nowMs() - KEY_LIFETIME_MS);
  }
}

function storedOf(result?: KeyResult<unknown>): ScopedKey['expected'] {
  if (!result) return { resourceId: null, first: null };
  return { resourceId: result.resourceId, first: JSON.stringify(result.first) };
}

function isExpected(made: KeyResult<unknown>, { expected }: ScopedKey): boolean {
  return made.resourceId === expected.resourceId && storedOf(made).first === expected.first;
}

function scopes(keys: readonly ScopedKey[]): string[][] {
  return [
    keys.map(({ accountId }) => accountId),
    keys.map(({ operation }) => operation),
    keys.map(({ key }) => key),
  ];
}
