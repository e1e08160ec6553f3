import { useId, useState } from 'react';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Button } from '../button/button';
import { Name } from '../name/name';
import { Table } from '../table/table';
import styles from './chart.module.css';

interface RankingProps {
  readonly title: string;
  readonly what: string;
  readonly count: string;
  readonly rows: readonly {
    readonly name: string;
    readonly count: number;
    readonly cost?: number | undefined;
  }[];
  /** The cost of the rows that have one. */
  readonly cost?: { readonly head: string; readonly say: (cost: number) => string } | undefined;
  readonly empty: string;
}

export default function Ranking({ title, what, count, rows, empty, cost }: RankingProps) {
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
      {isTable ? (
        <Table
          caption={title}
          rows={rows}
          idOf={({ name }) => name}
          columns={[
            { key: 'what', head: what, cell: ({ name }) => <Name>{name}</Name>, isMain: true },
            {
              key: 'count',
              head: count,
              cell: (row) => shownNumber(row.count),
              isMain: true,
              isNumber: true,
            },
            ...(cost
              ? [
                  {
                    key: 'cost',
                    head: cost.head,
                    cell: (row: RankingProps['rows'][number]) =>
                      row.cost === undefined ? t.common.none : shownNumber(row.cost),
                    isMain: true,
                    isNumber: true,
                  },
                ]
              : []),
          ]}
        />
      ) : rows.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <Rows rows={rows} cost={cost} />
      )}
    </section>
  );
}

function Rows({ rows, cost }: Pick<RankingProps, 'rows' | 'cost'>) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <ul className={styles.ranking}>
      {rows.slice(0, 12).map((row) => (
        <li key={row.name}>
          <span className={styles.name}>
            <Name>{row.name}</Name>
          </span>
          <span className={styles.count}>
            {cost && row.cost !== undefined && <span className={styles.cost}>{cost.say(row.cost)}</span>}
            {shownNumber(row.count)}
          </span>
          <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(row.count / most) * 100} height="4" className={styles.layer0} />
          </svg>
        </li>
      ))}
    </ul>
  );
}
