import type { ReactNode } from 'react';
import { Button } from '../../components/button/button';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { Result } from './result';
import { type Origin, SkippedRows } from './skipped';
import type { useUpload } from './use-upload';

interface UploadProps {
  readonly upload: ReturnType<typeof useUpload>;
}

interface ValidationProps extends UploadProps {
  readonly rows: number;
  readonly isOff?: boolean;
  readonly onCheck: () => void;
}

export function Validation({ upload, rows, isOff, onCheck }: ValidationProps) {
  const { phase, checked, validated } = upload;
  return (
    <div className={styles.buttons}>
      <Button
        look={checked ? 'plain' : 'main'}
        disabled={isOff}
        isBusy={phase === 'validating'}
        onClick={onCheck}
      >
        {t.upload.validate}
      </Button>
      <span role="status" className="soft">
        {phase === 'validating' && t.upload.validating(shownNumber(validated), shownNumber(rows))}
      </span>
    </div>
  );
}

interface CheckedRowsProps extends UploadProps {
  readonly origin: Origin;
  readonly onAgain: () => void;
  readonly children?: ReactNode;
}

/** What was found in the rows, and what became of their calls. */
export function CheckedRows({ upload, origin, onAgain, children }: CheckedRowsProps) {
  const { checked, phase, sent } = upload;
  if (!checked || phase === 'validating') return null;
  return (
    <>
      <Result upload={upload} checked={checked} onAgain={onAgain} />
      {children}
      <SkippedRows skipped={[...checked.skipped, ...sent.skipped]} origin={origin} />
    </>
  );
}
