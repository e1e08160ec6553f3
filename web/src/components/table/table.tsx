import type { ReactNode } from 'react';
import styles from './table.module.css';

export interface Column<Row> {
  readonly key: string;
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

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** Rows that its height is reserved for during loading. */
  readonly reserve?: number;
}

export function Table<Row>({ caption, columns, rows, idOf, reserve = 0 }: TableProps<Row>) {
  const look = ({ isMain, isDetail, isNumber }: Column<Row>) =>
    [!isMain && styles.wide, isDetail && styles.detail, isNumber && styles.number]
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    <div className={styles.frame} data-reserve={reserve > 0 || undefined}>
      <table className={styles.table}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={look(column)}>
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
                <td key={column.key} className={look(column)}>
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
