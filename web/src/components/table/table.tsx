import type { ReactNode } from 'react';
import { t } from '../../messages/en';
import styles from './table.module.css';

export interface Column<Row> {
  /** Differs from column to column: React's key, too. */
  readonly head: string;
  /** Instead of the heading's text, which it must contain. */
  readonly headCell?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Shown on a phone, too. */
  readonly isMain?: boolean;
  /** Hidden where the window is narrower than 1,200 px. */
  readonly isDetail?: boolean;
  readonly isNumber?: boolean;
  readonly isHeadHidden?: boolean;
}

export interface Identified {
  readonly id?: string;
  readonly phone_number?: string;
}

/** The last column: what can be done with a row. */
export const actionsColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  head: t.common.actions,
  isMain: true,
  isHeadHidden: true,
  cell,
});

export function RowActions({ children }: { readonly children: ReactNode }) {
  return <span className={styles.actions}>{children}</span>;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** For rows that have neither an id nor a number. */
  readonly idOf?: (row: Row) => string;
  /** Reserves its height during loading. */
  readonly reserve?: boolean | undefined;
}

export function Table<Row>({ caption, columns, rows, idOf = ownId, reserve }: TableProps<Row>) {
  const look = ({ isMain, isDetail, isNumber }: Column<Row>) =>
    [!isMain && styles.wide, isDetail && styles.detail, isNumber && styles.number]
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    <div className={styles.frame} data-reserve={reserve || undefined}>
      <table className={styles.table}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" className={look(column)}>
                {column.headCell ??
                  (column.isHeadHidden ? <span className="hidden">{column.head}</span> : column.head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)} data-id={idOf(row)}>
              {columns.map((column) => (
                <td key={column.head} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ownId(row: unknown): string {
  const { id, phone_number } = row as Identified;
  return id ?? phone_number ?? '';
}
