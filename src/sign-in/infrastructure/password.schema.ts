import { column, nullable, tableSchema } from '../../platform/database/table-schema';

interface PasswordRow {
  readonly loginId: string;
  /** With its parameters. */
  readonly hash: string;
  readonly setAt: Date;
  readonly lastSignedInAt: Date | null;
}

export const PasswordSchema = tableSchema<PasswordRow>('login_passwords', {
  loginId: column.id,
  hash: column.text,
  setAt: column.instant,
  lastSignedInAt: nullable(column.instant),
});
