import { Injectable } from '@nestjs/common';
import { among } from '../../platform/database/among';
import { BatchLoader } from '../../platform/database/batch-loader';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { isTimeZone, localDay } from '../../platform/kernel/zoned-time';

export const PRODUCT = 'ai_calling';

export interface KeyState {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly product: string;
  /** `2026-11-30`: the key works until the end of that day in the account's time zone (R91). */
  readonly expiresOn: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface KeyInUse {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly scopes: readonly string[];
  readonly product: string;
  readonly countries: readonly string[] | null;
  readonly last_used_at: Date | null;
}

const COLUMNS = `id, account_id AS "accountId", name, hash, prefix, scopes, product, expires_on::text AS "expiresOn",
  created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

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

  async insert(key: KeyState): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO api_keys (id, account_id, name, hash, prefix, scopes, product, expires_on, created_at)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)`,
      [
        key.id,
        key.accountId,
        key.name,
        key.hash,
        key.prefix,
        JSON.stringify(key.scopes),
        key.product,
        key.expiresOn,
        key.createdAt,
      ],
    );
  }

  /** Never from a cache, so that a revoked key stops at once (R90). `undefined`: unknown, revoked or expired (R91). */
  findWorking(hash: Buffer, now: Date): Promise<KeyInUse | undefined> {
    return this.#lookUps.load({ hash, now });
  }

  async #findWorking(lookUps: readonly LookUp[]): Promise<(KeyInUse | undefined)[]> {
    const rows = await this.unitOfWork.rows<KeyInUse & Expiry & { readonly place: string }>(
      `SELECT asked.place, key.*
       FROM unnest($1::bytea[], $2::timestamptz[]) WITH ORDINALITY AS asked (hash, now, place),
         LATERAL (
           SELECT k.id, k.name, k.account_id, k.scopes, k.product, k.last_used_at, a.countries,
             k.expires_on::text, a.timezone
           FROM api_keys k JOIN accounts_for_keys a ON a.id = k.account_id
           WHERE k.hash = asked.hash AND k.revoked_at IS NULL
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

  async find(id: string): Promise<KeyState | null> {
    const sql = `SELECT ${COLUMNS} FROM api_keys WHERE id = $1`;
    return (await this.unitOfWork.row<KeyState>(sql, [id])) ?? null;
  }

  async findIn(accountId: string, id: string): Promise<KeyState | null> {
    const sql = `SELECT ${COLUMNS} FROM api_keys WHERE account_id = $1 AND id = $2`;
    return (await this.unitOfWork.row<KeyState>(sql, [accountId, id])) ?? null;
  }

  /** Newest first, after a key that the statement reads itself; none after an unknown one. */
  page(accountId: string, limit: number, after: string | undefined): Promise<KeyState[]> {
    return this.unitOfWork.rows<KeyState>(
      `SELECT ${COLUMNS} FROM api_keys k
       WHERE account_id = $1 AND ($3::text IS NULL OR (created_at, id) <
         (SELECT a.created_at, a.id FROM api_keys a WHERE a.account_id = $1 AND a.id = $3))
       ORDER BY k.created_at DESC, k.id DESC LIMIT $2`,
      [accountId, limit, after ?? null],
    );
  }

  list(accountId: string): Promise<KeyState[]> {
    return this.unitOfWork.rows<KeyState>(
      `SELECT ${COLUMNS} FROM api_keys WHERE account_id = $1 ORDER BY created_at, id`,
      [accountId],
    );
  }
}

/** Computed here, not by PostgreSQL: one time zone unknown to it would fail every key in the same statement. */
function hasExpired({ expires_on, timezone }: Expiry, now: Date): boolean {
  return expires_on !== null && localDay(now, isTimeZone(timezone) ? timezone : 'UTC') > expires_on;
}
