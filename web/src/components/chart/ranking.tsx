import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Name } from '../name/name';
import { Table } from '../table/table';
import { Chart } from './chart';
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
  return (
    <Chart
      title={title}
      empty={rows.length === 0 ? empty : null}
      drawing={() => <Rows rows={rows} cost={cost} />}
      table={() => (
        <Table
          caption={title}
          rows={rows}
          idOf={({ name }) => name}
          columns={[
            { head: what, cell: ({ name }) => <Name>{name}</Name>, isMain: true },
            { head: count, cell: (row) => shownNumber(row.count), isMain: true, isNumber: true },
            ...(cost
              ? [
                  {
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
      )}
    />
  );
}

function Rows({ rows, cost }: Pick<RankingProps, 'rows' | 'cost'>) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <ul className={styles.ranking}>
      {rows.slice(0, 12).map((row) => (
        <li key={row.name}>
          <span>
            <Name>{row.name}</Name>
          </span>
          <span>
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
