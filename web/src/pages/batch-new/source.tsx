import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../components/button/button';
import { Area, Select } from '../../components/field/field';
import { Options } from '../../components/field/options';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { shownNumber } from '../../lib/shown-time';
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
  const [isPasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState('');
  const { file, problem, isReading } = source;
  return (
    <Part title={t.upload.source}>
      <DropZone onFile={source.choose}>
        {file && (
          <p>
            <strong>
              <Name>{file.fileName}</Name>
            </strong>{' '}
            {file.sheet && t.upload.found(rows, shownNumber(rows), file.sheet.columns)}
            {file.sheet && file.sheet.above > 0 && `. ${t.upload.above(file.sheet.above)}`}
          </p>
        )}
        <div className={styles.buttons}>
          <FileButton hasFile={file !== null} isReading={isReading} onFile={source.choose} />
          <span className={styles.byMouse}>{t.upload.drop}</span>
          <Button look="quiet" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            {t.upload.paste}
          </Button>
        </div>
        <p className={styles.hint}>{t.upload.kinds}</p>
        <p role="status" className={styles.hint}>
          {isReading ? t.upload.reading : ''}
        </p>
        {problem && (
          <p role="alert" className={styles.problem}>
            {t.upload.problem(problem.code, shownNumber(problem.count))}
          </p>
        )}
      </DropZone>
      {isPasting && <Paste text={pasted} isReading={isReading} onChange={setPasted} onUse={source.paste} />}
      <SheetChoice source={source} />
    </Part>
  );
}

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

function DropZone({ onFile, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
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
      {children}
    </div>
  );
}

interface FileButtonProps {
  readonly hasFile: boolean;
  readonly isReading: boolean;
  readonly onFile: (file: File) => void;
}

function FileButton({ hasFile, isReading, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        look={hasFile ? 'plain' : 'main'}
        isBusy={isReading}
        onClick={() => {
          input.current?.click();
        }}
      >
        {hasFile ? t.upload.chooseAnother : t.upload.choose}
      </Button>
      <input
        ref={input}
        className="hidden"
        type="file"
        tabIndex={-1}
        aria-label={t.upload.file}
        accept={KINDS}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onFile(chosen);
          // The same file may be chosen again, after it was changed.
          target.value = '';
        }}
      />
    </>
  );
}

interface PasteProps {
  readonly text: string;
  readonly isReading: boolean;
  readonly onChange: (text: string) => void;
  readonly onUse: (text: string) => void;
}

function Paste({ text, isReading, onChange, onUse }: PasteProps) {
  return (
    <div className={styles.paste}>
      <Area
        label={t.upload.paste}
        hint={t.upload.pasteHint}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button isBusy={isReading} onClick={() => onUse(text)}>
        {t.upload.use}
      </Button>
    </div>
  );
}

function SheetChoice({ source: { file, chooseSheet } }: Pick<SourcePartProps, 'source'>) {
  if (!file || file.sheets.length < 2) return null;
  return (
    <div className={styles.narrow}>
      <Select
        label={t.upload.sheet}
        value={file.sheetAt}
        onChange={({ target }) => chooseSheet(Number(target.value))}
      >
        <Options of={file.sheets.map((name, at) => [at + 1, name])} />
      </Select>
    </div>
  );
}
