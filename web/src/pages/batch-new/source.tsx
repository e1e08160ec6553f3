import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../components/button/button';
import { Area, Select } from '../../components/field/field';
import { Name } from '../../components/name/name';
import { shownNumber } from '../../lib/shown-time';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { useSource } from './use-source';

const KINDS = '.csv,.tsv,.txt,.xlsx';

interface SourcePartProps {
  readonly source: ReturnType<typeof useSource>;
  /** Without the row of names. */
  readonly rows: number;
}

export function SourcePart({ source, rows }: SourcePartProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState('');
  const [isOver, setOver] = useState(false);
  const { file, problem, isReading } = source;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) source.choose(dropped);
  };
  return (
    <section className={styles.part} aria-labelledby="upload-source">
      <h2 id="upload-source">{t.upload.source}</h2>
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {file && (
          <p>
            <strong>
              <Name>{file.fileName}</Name>
            </strong>{' '}
            {t.upload.found(rows, shownNumber(rows), shownNumber(file.sheet.columns))}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            look={file ? 'plain' : 'main'}
            isBusy={isReading}
            onClick={() => {
              input.current?.click();
            }}
          >
            {file ? t.upload.chooseAnother : t.upload.choose}
          </Button>
          <span className={styles.soft}>{t.upload.drop}</span>
          <Button look="quiet" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            {t.upload.paste}
          </Button>
        </div>
        <input
          ref={input}
          className="hidden"
          type="file"
          tabIndex={-1}
          aria-label={t.upload.file}
          accept={KINDS}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) source.choose(chosen);
            // The same file may be chosen again, after it was changed.
            target.value = '';
          }}
        />
        <p className={styles.hint}>{t.upload.kinds}</p>
        <p role="status" className={styles.hint}>
          {isReading ? t.upload.reading : ''}
        </p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {t.upload.problem(problem.code, shownNumber(problem.count))}
          </p>
        )}
      </div>
      {isPasting && (
        <div className={styles.paste}>
          <Area
            label={t.upload.paste}
            hint={t.upload.pasteHint}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <Button isBusy={isReading} onClick={() => source.paste(pasted)}>
            {t.upload.use}
          </Button>
        </div>
      )}
      {file && file.sheet.sheets.length > 1 && (
        <div className={styles.narrow}>
          <Select
            label={t.upload.sheet}
            value={file.sheetAt}
            onChange={({ target }) => source.chooseSheet(Number(target.value))}
          >
            {file.sheet.sheets.map((name, at) => (
              <option key={name} value={at + 1}>
                {shown(name)}
              </option>
            ))}
          </Select>
        </div>
      )}
    </section>
  );
}
