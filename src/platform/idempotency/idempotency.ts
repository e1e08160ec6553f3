import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { UnitOfWork } from '../database/unit-of-work';
import type { IdempotencyKey } from '../http/request-context';
import { DomainError } from '../kernel/domain-error';

/** Keys are honoured for 24 hours from the first use. */
const IDEMPOTENCY_MS = 24 * 3_600_000;

/** A second request waits so long for the first. */
const WAIT_MS = 10_000;

/** What an operation made: the resource, and what only its first answer has. */
export interface Made<First, Resource = never> {
  readonly resourceId: string;
  readonly first: First;
  /** The resource itself, for whoever would read it again at once. */
  readonly made?: Resource;
}

/** What was made, now or by an earlier request with the same key. */
export interface Once<First, Resource = never> extends Made<First, Resource> {
  readonly replay: boolean;
}

interface Row {
  fingerprint: string;
  resource_id: string;
  first_answer: unknown;
}

/**
 * The Idempotency-Key of operations that make something: scope is account and operation. The key's row and what it made
 * commit together, so a second request in flight waits and then replays, and one that failed leaves the key unused.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `make` once for a key, in one transaction with the key's row; without a key just runs it.
   * @throws DomainError idempotency_key_reused when the key came with another body.
   */
  async once<First, Resource = never>(
    accountId: string,
    operation: string,
    key: IdempotencyKey | null,
    make: () => Promise<Made<First, Resource>>,
  ): Promise<Once<First, Resource>> {
    return this.unitOfWork.run(async () => {
      const earlier = key && (await this.#claim(accountId, operation, key));
      if (earlier)
        return { replay: true, resourceId: earlier.resource_id, first: earlier.first_answer as First };
      const made = await make();
      if (key) await this.#keep(accountId, operation, key, made);
      return { replay: false, ...made };
    });
  }

  /** Forgets keys that are no longer honoured; returns how many, at most `limit`. */
  async forgetOld(limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM idempotency_keys WHERE ctid IN (
         SELECT ctid FROM idempotency_keys WHERE created_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [this.#tooOld(), limit],
    );
  }

  /** Takes the key, or returns what it made before. Waits for a request in flight: its row is there, not committed. */
  async #claim(
    accountId: string,
    operation: string,
    { key, fingerprint }: IdempotencyKey,
  ): Promise<Row | null> {
    const taken = await this.unitOfWork.affected(
      // The time limit stands for the rest of the transaction: nothing in it should wait longer for anybody.
      `INSERT INTO idempotency_keys (account_id, operation, key, fingerprint, created_at)
       SELECT $1, $2, $3, $4, $5 WHERE set_config('lock_timeout', '${WAIT_MS}', true) IS NOT NULL
       ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
         SET fingerprint = excluded.fingerprint, created_at = excluded.created_at, resource_id = NULL, first_answer = NULL
         WHERE idempotency_keys.created_at <= $6`,
      [accountId, operation, key, fingerprint, this.clock.now(), this.#tooOld()],
    );
    if (taken === 1) return null;
    const row = await this.unitOfWork.row<Row>(
      `SELECT fingerprint, resource_id, first_answer FROM idempotency_keys
       WHERE account_id = $1 AND operation = $2 AND key = $3`,
      [accountId, operation, key],
    );
    if (!row) throw new Error('an idempotency key vanished between two statements');
    if (row.fingerprint !== fingerprint) {
      throw new DomainError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with a different body: send the same body, or a new key.',
      );
    }
    return row;
  }

  async #keep(
    accountId: string,
    operation: string,
    { key }: IdempotencyKey,
    made: Made<unknown, unknown>,
  ): Promise<void> {
    await this.unitOfWork.write(
      `UPDATE idempotency_keys SET resource_id = $4, first_answer = $5::json
       WHERE account_id = $1 AND operation = $2 AND key = $3`,
      [accountId, operation, key, made.resourceId, JSON.stringify(made.first)],
    );
  }

  #tooOld(): Date {
    return new Date(this.clock.nowMs() - IDEMPOTENCY_MS);
  }
}
