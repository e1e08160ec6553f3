import { column, nullable, tableSchema } from '../../platform/database/table-schema';
import type { Invitation } from '../domain/invitation';

/** An invitation and its one e-mail. Of the link's token only the hash is stored, that of the last try. */
interface InvitationRow extends Omit<Invitation, 'accountId'> {
  readonly tokenHash: Buffer | null;
  readonly mailState: 'waiting' | 'sending' | 'sent' | 'kept' | 'given_up';
  readonly mailDueAt: Date | null;
  readonly mailAttempts: number;
  /** Whether the first try sent it; null: there was none yet. */
  readonly firstSent: boolean | null;
}

export const InvitationSchema = tableSchema<InvitationRow>('invitations', {
  memberId: { ...column.id, name: 'membership_id' },
  state: column.text,
  tokenHash: nullable(column.bytes),
  createdAt: column.instant,
  expiresAt: column.instant,
  mailState: column.text,
  mailDueAt: nullable(column.instant),
  mailAttempts: column.integer,
  firstSent: { ...nullable(column.boolean), name: 'told' },
});
