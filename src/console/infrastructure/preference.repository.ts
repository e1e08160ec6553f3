import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

/** A login in an account. */
export interface Owner {
  readonly loginId: string;
  readonly accountId: string;
}

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
}

/** Stores preferences and saved views of persons. */
@Injectable()
export class PreferenceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async hidesGetStarted({ loginId, accountId }: Owner): Promise<boolean> {
    const row = await this.unitOfWork.row<{ hidden: boolean }>(
      `SELECT get_started_hidden AS hidden FROM console_preferences WHERE login_id = $1 AND account_id = $2`,
      [loginId, accountId],
    );
    return row?.hidden ?? false;
  }

  async hideGetStarted({ loginId, accountId }: Owner, hidden: boolean): Promise<void> {
    await this.unitOfWork.affected(
      `INSERT INTO console_preferences (login_id, account_id, get_started_hidden) VALUES ($1, $2, $3)
       ON CONFLICT (login_id, account_id) DO UPDATE SET get_started_hidden = excluded.get_started_hidden`,
      [loginId, accountId, hidden],
    );
  }

  views({ loginId, accountId }: Owner): Promise<SavedView[]> {
    return this.unitOfWork.rows<SavedView>(
      'SELECT id, name, filters FROM saved_views WHERE login_id = $1 AND account_id = $2 ORDER BY created_at, id',
      [loginId, accountId],
    );
  }

  /** Replaces the filters of a view with the same name. Undefined when there are `most` others. */
  store(owner: Owner, view: SavedView, now: Date, most: number): Promise<SavedView | undefined> {
    return this.unitOfWork.row<SavedView>(
      `INSERT INTO saved_views (id, login_id, account_id, name, filters, created_at)
       SELECT $1, $2, $3, $4, $5::jsonb, $6
       WHERE (SELECT count(*) FROM saved_views WHERE login_id = $2 AND account_id = $3 AND name <> $4) < $7
       ON CONFLICT (login_id, account_id, name) DO UPDATE SET filters = excluded.filters
       RETURNING id, name, filters`,
      [view.id, owner.loginId, owner.accountId, view.name, JSON.stringify(view.filters), now, most],
    );
  }

  async remove({ loginId, accountId }: Owner, id: string): Promise<boolean> {
    const removed = await this.unitOfWork.affected(
      'DELETE FROM saved_views WHERE login_id = $1 AND account_id = $2 AND id = $3',
      [loginId, accountId, id],
    );
    return removed > 0;
  }
}
