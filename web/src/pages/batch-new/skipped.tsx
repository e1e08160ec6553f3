import { Button } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { Table } from '../../components/table/table';
import { writeCsv } from '../../lib/upload/write-csv';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { Skipped } from './validate';

export interface Origin {
  readonly names: readonly string[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  readonly phone: number;
}

/** The download has all. */
const MAX_SHOWN_ROWS = 100;
const MAX_SHOWN_CHARACTERS = 100;

export function SkippedRows({
  skipped,
  origin,
}: {
  readonly skipped: readonly Skipped[];
  readonly origin: Origin;
}) {
  if (skipped.length === 0) return null;
  const rows = skipped.slice(0, MAX_SHOWN_ROWS).map((one) => ({ ...one, source: origin.rows[one.at] }));
  return (
    <Part
      title={t.upload.skippedRows}
      actions={
        <Button onClick={() => download(skipped, origin)}>
          <Icon name="download" />
          {t.upload.downloadSkipped}
        </Button>
      }
    >
      <Table
        caption={t.upload.skippedRows}
        rows={rows}
        idOf={({ at, source }) => String(source?.row ?? at)}
        columns={[
          { head: t.upload.row, isMain: true, cell: ({ source }) => shownNumber(source?.row ?? 0) },
          {
            head: t.upload.number,
            isMain: true,
            cell: ({ source }) => (
              <span className={styles.number}>
                <Name>{(source?.cells[origin.phone] ?? '').slice(0, MAX_SHOWN_CHARACTERS)}</Name>
              </span>
            ),
          },
          { head: t.upload.why, isMain: true, cell: (one) => <Name>{reasonOf(one)}</Name> },
        ]}
      />
      {skipped.length > MAX_SHOWN_ROWS && (
        <p className={styles.hint}>{t.upload.more(shownNumber(skipped.length - MAX_SHOWN_ROWS))}</p>
      )}
    </Part>
  );
}

function reasonOf({ why, problems }: Skipped): string {
  return why === 'invalid_request' ? (problems ?? why) : t.upload.reasons[why];
}

function download(skipped: readonly Skipped[], { names, rows }: Origin): void {
  const lines = skipped.map((one) => {
    const source = rows[one.at];
    return [...(source?.cells ?? []), String(source?.row ?? ''), reasonOf(one)];
  });
  const file = new Blob([writeCsv([[...names, 'row', 'reason'], ...lines])], {
    type: 'text/csv;charset=utf-8',
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'skipped-rows.csv';
  link.click();
  // The browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
