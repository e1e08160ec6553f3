import { Button } from '../../components/button/button';
import type { Country } from '../../lib/upload/calling-codes';
import { t } from '../../messages/en';
import { CheckedRows, Validation } from './checked-rows';
import { Columns } from './columns';
import { OptionsPart } from './options';
import styles from './page.module.css';
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
  const { phase, error, isLocked } = upload;
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
      {mapping && !isLocked && (
        <Validation
          upload={upload}
          rows={mapping.rows.length}
          isOff={mapping.problem !== null}
          onCheck={() => file.check()}
        />
      )}
      {mapping && (
        <CheckedRows
          upload={upload}
          origin={{ ...mapping, phone: mapping.uses.indexOf('phone_number') }}
          onAgain={() => file.check(true)}
        >
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
