import { Injectable } from '@nestjs/common';
import { among, ofUnknownLength } from '../../platform/database/among';
import { BatchLoader } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { isTimeZone, localDay } from '../../platform/kernel/zoned-time';
import { KeySchema, type KeyState } from './key.schema';

export interface KeyInUse {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly scopes: readonly string[];
  readonly product: string;
  readonly countries: readonly string[] | null;
  readonly last_used_at: Date | null;
}

interface LookUp {
  readonly hash: Buffer;
  readonly now: Date;
}

interface Expiry {
  readonly expires_on: string | null;
  readonly timezone: string;
}

@Injectable()
export class KeyRepository {
  readonly #lookUps: BatchLoader<LookUp, KeyInUse | undefined>;

  constructor(private readonly unitOfWork: UnitOfWork) {
    this.#lookUps = new BatchLoader(unitOfWork, (lookUps) => this.#findWorking(lookUps));
  }

  insert(key: KeyState): Promise<void> {
    return this.unitOfWork.insert(KeySchema, key);
  }

  /** Never from a cache, so that a revoked key stops at once (R90). `undefined`: unknown, revoked or expired (R91). */
  findWorking(hash: Buffer, now: Date): Promise<KeyInUse | undefined> {
    return this.#lookUps.load({ hash, now });
  }

  async #findWorking(lookUps: readonly LookUp[]): Promise<(KeyInUse | undefined)[]> {
    const rows = await this.unitOfWork.rows<KeyInUse & Expiry & { readonly place: string }>(
      `SELECT requested.place, key.*
       FROM unnest(${ofUnknownLength('$1', 'bytea')}, $2::timestamptz[]) WITH ORDINALITY AS requested (hash, now, place),
         LATERAL (
           SELECT k.id, k.name, k.account_id, k.scopes, k.product, k.last_used_at, a.countries,
             k.expires_on::text, a.timezone
           FROM api_keys k JOIN accounts_for_keys a ON a.id = k.account_id
           WHERE k.hash = requested.hash AND k.revoked_at IS NULL
           LIMIT 1
         ) AS key`,
      [lookUps.map(({ hash }) => hash), lookUps.map(({ now }) => now)],
    );
    const found = new Map(rows.map((row) => [Number(row.place), row]));
    return lookUps.map(({ now }, at) => {
      const key = found.get(at + 1);
      return key && !hasExpired(key, now) ? key : undefined;
    });
  }

  async recordUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.unitOfWork.affected(
      `UPDATE api_keys SET last_used_at = used.at
       FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
       WHERE api_keys.id = used.id AND ${among('api_keys.id', '$1')}
         AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [[...uses.keys()], [...uses.values()]],
    );
  }

  /** False when there is no such key. Revoking again leaves the first time. */
  async revoke(id: string, accountId: string | null, now: Date): Promise<boolean> {
    const changed = await this.unitOfWork.affected(
      'UPDATE api_keys SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 AND ($3::text IS NULL OR account_id = $3)',
      [id, now, accountId],
    );
    return changed === 1;
  }

  find(id: string): Promise<KeyState | null> {
    return this.#keys.findOneBy({ id });
  }

  findIn(accountId: string, id: string): Promise<KeyState | null> {
    return this.#keys.findOneBy({ accountId, id });
  }

  /** Newest first, after a key that the statement reads itself; none after an unknown one. */
  page(accountId: string, limit: number, after: string | undefined): Promise<KeyState[]> {
    const page = this.#keys.createQueryBuilder('key').where({ accountId });
    if (after !== undefined) {
      page.andWhere(
        `(key.createdAt, key.id) < (SELECT a.created_at, a.id FROM api_keys a WHERE a.account_id = :accountId AND a.id = :after)`,
        { accountId, after },
      );
    }
    return page.orderBy('key.createdAt', 'DESC').addOrderBy('key.id', 'DESC').limit(limit).getMany();
  }

  list(accountId: string): Promise<KeyState[]> {
    return this.#keys.find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  get #keys() {
    return this.unitOfWork.repository(KeySchema);
  }
}

/** Computed here, not by PostgreSQL: one time zone unknown to it would fail every key in the same statement. */
function hasExpired({ expires_on, timezone }: Expiry, now: Date): boolean {
  return expires_on !== null && localDay(now, isTimeZone(timezone) ? timezone : 'UTC') > expires_on;
}
