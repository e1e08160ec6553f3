import { column, tableSchema } from '../../platform/database/table-schema';

/** The token is stored only as a hash. */
export interface SessionState {
  readonly id: string;
  readonly loginId: string;
  readonly address: string;
  readonly browser: string;
  readonly signedInAt: Date;
  readonly confirmedAt: Date;
  readonly lastUsedAt: Date;
}

export const SessionSchema = tableSchema<SessionState & { readonly tokenHash: Buffer }>('sessions', {
  id: column.id,
  loginId: column.text,
  tokenHash: { ...column.bytes, select: false },
  address: column.text,
  browser: column.text,
  signedInAt: column.instant,
  confirmedAt: column.instant,
  lastUsedAt: column.instant,
});
