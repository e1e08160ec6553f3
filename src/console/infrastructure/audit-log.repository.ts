import { Injectable } from '@nestjs/common';
import { newestFirst } from '../../platform/database/newest-first';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface Actor {
  readonly kind: 'login' | 'key' | 'operator';
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
}

export interface AuditRecord {
  /** An operation id, or a command such as `key create`. */
  readonly action: string;
  readonly subjectId: string | null;
  /** Names of the sent fields, never values. */
  readonly fields: readonly string[];
  readonly address: string | null;
  /** How often, or for listening its seconds; 1 by default. */
  readonly count?: number;
  /** What the change went through; absent for a request of its own. */
  readonly via?: 'mcp' | null;
}

export interface AuditEntry extends AuditRecord {
  readonly id: string;
  readonly accountId: string;
  readonly at: Date;
  readonly who: Actor;
  readonly count: number;
}

interface Row {
  id: string;
  account_id: string;
  at: Date;
  who_kind: Actor['kind'];
  who_id: string | null;
  who_name: string;
  who_email: string | null;
  action: string;
  subject_id: string | null;
  fields: string[];
  address: string | null;
  count: number;
  via: 'mcp' | null;
}

const COLUMNS = `t.id, t.account_id, t.at, t.who_kind, t.who_id, t.who_name, t.who_email, t.action, t.subject_id,
  t.fields, t.address, t.count, t.via`;

@Injectable()
export class AuditLogRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Entries with the same `repeats` are stored once, with their count. */
  async add(entry: AuditEntry, repeats: string | null): Promise<void> {
    const { who } = entry;
    await this.unitOfWork.affected(
      `INSERT INTO audit_log (id, account_id, at, who_kind, who_id, who_name, who_email, action, subject_id, fields,
         address, count, repeats, via)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, $14)
       ON CONFLICT (account_id, repeats) WHERE repeats IS NOT NULL DO UPDATE SET count = audit_log.count + 1`,
      [
        entry.id,
        entry.accountId,
        entry.at,
        who.kind,
        who.id,
        who.name,
        who.email,
        entry.action,
        entry.subjectId,
        JSON.stringify(entry.fields),
        entry.address,
        entry.count,
        repeats,
        entry.via ?? null,
      ],
    );
  }

  async list(
    accountId: string,
    filter: { readonly action?: string | undefined },
    limit: number,
    after: string | undefined,
  ): Promise<AuditEntry[]> {
    const { sql, parameters } = newestFirst({
      table: 'audit_log',
      accountId,
      conditions: { action: 't.action = $' },
      filter,
      time: 'at',
      limit,
      after,
    });
    const rows = await this.unitOfWork.rowsPlannedAnew<Row>(
      `SELECT ${COLUMNS} FROM audit_log AS t ${sql}`,
      parameters,
    );
    return rows.map(entryOf);
  }

  exists(accountId: string, id: string): Promise<object | null> {
    const sql = 'SELECT id FROM audit_log WHERE account_id = $1 AND id = $2';
    return this.unitOfWork.row<{ id: string }>(sql, [accountId, id]);
  }

  async forget(before: Date, limit: number): Promise<number> {
    return this.unitOfWork.affected(
      `DELETE FROM audit_log WHERE id IN (
         SELECT id FROM audit_log WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [before, limit],
    );
  }
}

function entryOf(row: Row): AuditEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    at: row.at,
    who: { kind: row.who_kind, id: row.who_id, name: row.who_name, email: row.who_email },
    action: row.action,
    subjectId: row.subject_id,
    fields: row.fields,
    address: row.address,
    count: row.count,
    via: row.via,
  };
}
