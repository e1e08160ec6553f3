import type { ReactNode } from 'react';
import { Button } from '../../components/button/button';
import type { Country } from '../../lib/upload/calling-codes';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Columns } from './columns';
import type { Mapping } from './mapping';
import { OptionsPart } from './options';
import styles from './page.module.css';
import { Result } from './result';
import { SkippedRows } from './skipped';
import { SourcePart } from './source';
import { type AgentChoice, useFileUpload } from './use-file-upload';

interface FromFileProps {
  readonly agents: readonly AgentChoice[];
  readonly countries: readonly Country[];
  readonly onAnother: () => void;
}

export function FromFile({ agents, countries, onAnother }: FromFileProps) {
  const file = useFileUpload(agents, countries);
  const { mapping, upload } = file;
  const { phase, error } = upload;
  const isLocked = phase === 'sending' || phase === 'stopped' || phase === 'done';
  return (
    <div className={styles.parts}>
      {!isLocked && <SourcePart source={file.source} rows={mapping?.rows.length ?? 0} />}
      {mapping && (
        <fieldset disabled={isLocked} className={styles.parts}>
          <legend className="hidden">{t.upload.title}</legend>
          <Columns
            mapping={mapping}
            variables={file.variables}
            countries={countries}
            onHasNames={file.setHasNames}
            onUse={file.setUse}
            onCountry={file.setCountry}
          />
          <OptionsPart
            options={file.options}
            agents={agents}
            error={phase === 'edit' ? error : null}
            onChange={file.change}
          />
        </fieldset>
      )}
      {mapping && !isLocked && <Validation mapping={mapping} upload={upload} onCheck={() => file.check()} />}
      {mapping && (
        <CheckedRows mapping={mapping} upload={upload} onAgain={() => file.check(true)}>
          {phase === 'done' && (
            <div className={styles.buttons}>
              <Button onClick={onAnother}>{t.upload.another}</Button>
            </div>
          )}
        </CheckedRows>
      )}
    </div>
  );
}

interface MappedProps extends Pick<ReturnType<typeof useFileUpload>, 'upload'> {
  readonly mapping: Mapping;
}

interface ValidationProps extends MappedProps {
  readonly onCheck: () => void;
}

function Validation({ mapping, upload: { phase, checked, validated }, onCheck }: ValidationProps) {
  const all = mapping.rows.length;
  return (
    <div className={styles.buttons}>
      <Button
        look={checked ? 'plain' : 'main'}
        disabled={mapping.problem !== null}
        isBusy={phase === 'validating'}
        onClick={onCheck}
      >
        {t.upload.validate}
      </Button>
      <span role="status" className="soft">
        {phase === 'validating' && t.upload.validating(shownNumber(validated), shownNumber(all))}
      </span>
    </div>
  );
}

interface CheckedRowsProps extends MappedProps {
  readonly onAgain: () => void;
  readonly children: ReactNode;
}

/** What was found in the rows, and what became of their calls. */
function CheckedRows({ mapping, upload, onAgain, children }: CheckedRowsProps) {
  const { checked, phase, sent } = upload;
  if (!checked || phase === 'validating') return null;
  return (
    <>
      <Result upload={upload} checked={checked} onAgain={onAgain} />
      {children}
      <SkippedRows
        skipped={[...checked.skipped, ...sent.skipped]}
        origin={{ ...mapping, phone: mapping.uses.indexOf('phone_number') }}
      />
    </>
  );
}
