import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type Owner, PreferenceSchema, type SavedView, SavedViewSchema } from './preference.schema';

/** Stores preferences and saved views of persons. */
@Injectable()
export class PreferenceRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async hidesGetStarted(owner: Owner): Promise<boolean> {
    const preferences = await this.unitOfWork.repository(PreferenceSchema).findOneBy({ ...owner });
    return preferences?.getStartedHidden ?? false;
  }

  async hideGetStarted(owner: Owner, getStartedHidden: boolean): Promise<void> {
    await this.unitOfWork.write(PreferenceSchema, (preferences) =>
      preferences.upsert({ ...owner, getStartedHidden }, ['loginId', 'accountId']),
    );
  }

  views(owner: Owner): Promise<SavedView[]> {
    return this.unitOfWork.repository(SavedViewSchema).find({
      where: { ...owner },
      select: { id: true, name: true, filters: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Replaces the filters of a view with the same name. Null when there are `most` others. */
  store(owner: Owner, view: SavedView, now: Date, most: number): Promise<SavedView | null> {
    return this.unitOfWork.row<SavedView>(
      `INSERT INTO saved_views (id, login_id, account_id, name, filters, created_at)
       SELECT $1, $2, $3, $4, $5::jsonb, $6
       WHERE (SELECT count(*) FROM saved_views WHERE login_id = $2 AND account_id = $3 AND name <> $4) < $7
       ON CONFLICT (login_id, account_id, name) DO UPDATE SET filters = excluded.filters
       RETURNING id, name, filters`,
      [view.id, owner.loginId, owner.accountId, view.name, JSON.stringify(view.filters), now, most],
    );
  }

  async remove(owner: Owner, id: string): Promise<boolean> {
    return (await this.unitOfWork.delete(SavedViewSchema, { ...owner, id })) === 1;
  }
}
