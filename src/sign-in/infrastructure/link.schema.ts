import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { LinkKind } from '../domain/one-time-link';

export interface LinkState {
  readonly id: string;
  readonly kind: LinkKind;
  readonly tokenHash: Buffer;
  readonly loginId: string | null;
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Attempts that failed, which the repository's own statements count. */
interface LinkRefusals {
  readonly refusals: number;
}

export const LinkSchema = tableSchema<LinkState & Partial<LinkRefusals>>('login_links', {
  id: column.id,
  kind: column.text,
  tokenHash: column.bytes,
  loginId: nullable(column.text),
  accountId: nullable(column.text),
  createdAt: column.instant,
  expiresAt: column.instant,
  refusals: { ...column.integer, default: 0, select: false },
});
