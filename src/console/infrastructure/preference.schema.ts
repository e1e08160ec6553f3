import { column, tableSchema } from '../../platform/database/table-schema';

/** A login in an account. */
export interface Owner {
  readonly loginId: string;
  readonly accountId: string;
}

interface Preferences extends Owner {
  readonly getStartedHidden: boolean;
}

export const PreferenceSchema = tableSchema<Preferences>('console_preferences', {
  loginId: column.id,
  accountId: column.id,
  getStartedHidden: { ...column.boolean, default: false },
});

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
}

export const SavedViewSchema = tableSchema<SavedView & Owner & { readonly createdAt: Date }>('saved_views', {
  id: column.id,
  loginId: column.text,
  accountId: column.text,
  name: column.text,
  filters: column.jsonb,
  createdAt: column.instant,
});
