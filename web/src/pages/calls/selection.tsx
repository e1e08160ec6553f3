import { useState } from 'react';
import type { CallRow } from '../../api/types';
import type { Column } from '../../components/table/table';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** Selected calls, whatever happens to their rows. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly clear: () => void;
  readonly column: Column<CallRow>;
}

/** `page` distinguishes pages; each begins without a selection. */
export function useSelection(rows: readonly CallRow[], page: string): Selection {
  const [chosen, setChosen] = useState<{ page: string; ids: ReadonlySet<string> }>({ page, ids: new Set() });
  const ids = chosen.page === page ? chosen.ids : new Set<string>();
  const set = (next: ReadonlySet<string>) => setChosen({ page, ids: next });
  const isAll = rows.length > 0 && rows.every(({ id }) => ids.has(id));
  const column: Column<CallRow> = {
    head: t.calls.select,
    headCell: (
      <Box
        label={t.calls.selectAll}
        isChecked={isAll}
        onChange={(isChecked) => set(new Set(isChecked ? rows.map(({ id }) => id) : []))}
      />
    ),
    cell: ({ id, phone_number }) => (
      <Box
        label={t.calls.selectOne(phone_number)}
        isChecked={ids.has(id)}
        onChange={(isChecked) => {
          const next = new Set(ids);
          if (isChecked) next.add(id);
          else next.delete(id);
          set(next);
        }}
      />
    ),
  };
  return {
    ids,
    clear: () => set(new Set()),
    column,
  };
}

interface BoxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Box({ label, isChecked, onChange }: BoxProps) {
  return (
    <span className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </span>
  );
}
