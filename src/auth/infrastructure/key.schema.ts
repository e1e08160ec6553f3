import { column, nullable, tableSchema } from '../../platform/database/table-schema';

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

export const KeySchema = tableSchema<KeyState>('api_keys', {
  id: column.id,
  accountId: column.text,
  name: column.text,
  hash: column.bytes,
  prefix: column.text,
  scopes: column.jsonb,
  product: column.text,
  expiresOn: nullable(column.date),
  createdAt: column.instant,
  lastUsedAt: nullable(column.instant),
  revokedAt: nullable(column.instant),
});
