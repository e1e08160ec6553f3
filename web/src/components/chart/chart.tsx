import { type ReactNode, useId, useState } from 'react';
import { t } from '../../messages/en';
import { Button } from '../button/button';
import styles from './chart.module.css';

interface ChartProps {
  readonly title: string;
  /** The text in place of a drawing of nothing. */
  readonly empty: string | null;
  readonly drawing: () => ReactNode;
  readonly table: () => ReactNode;
}

/** A drawing with its title, which the user may read as a table. */
export function Chart({ title, empty, drawing, table }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <section className={styles.chart} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t.common.asTable}
        </Button>
      </div>
      {isTable ? table() : empty === null ? drawing() : <p className={styles.empty}>{empty}</p>}
    </section>
  );
}
