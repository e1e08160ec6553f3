import { useMemo, useState } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { useLeaveGuard } from '../../layout/leave-guard';
import { useSignedIn } from '../../layout/session';
import { type Country, defaultCountry } from '../../lib/upload/calling-codes';
import { type ColumnUse, hasHeadings } from '../../lib/upload/guess-columns';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Columns } from './columns';
import { mappingOf, preparedOf } from './mapping';
import { OptionsPart } from './options';
import styles from './page.module.css';
import { Reader } from './reader';
import { Result } from './result';
import { SkippedRows } from './skipped';
import { SourcePart } from './source';
import { useSource } from './use-source';
import { useUpload } from './use-upload';
import { NEW_OPTIONS, type Options } from './validate';

export interface AgentChoice {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
}

interface FromFileProps {
  readonly agents: readonly AgentChoice[];
  readonly countries: readonly Country[];
  readonly onAnother: () => void;
}

/** The name of a file may be longer. */
const MOST_OF_A_NAME = 100;

export function FromFile({ agents, countries, onAnother }: FromFileProps) {
  const { account } = useSignedIn();
  const [reader] = useState(() => new Reader());
  const upload = useUpload(account.id, reader);
  const [hasNames, setHasNames] = useState(true);
  const [chosen, setChosen] = useState<ReadonlyMap<number, ColumnUse>>(new Map());
  const [country, setCountry] = useState(defaultCountry(countries).code);
  const [options, setOptions] = useState<Options>({
    ...NEW_OPTIONS,
    agentId: (agents.find(({ is_default }) => is_default) ?? agents[0])?.id ?? '',
  });
  const source = useSource(reader, ({ name, sheet }) => {
    setHasNames(hasHeadings(sheet.rows[0]?.cells ?? []));
    setChosen(new Map());
    setOptions((former) => ({ ...former, name: Array.from(name).slice(0, MOST_OF_A_NAME).join('') }));
    upload.reset();
  });
  const agent = useLive({
    key: ['agent', options.agentId],
    load: (signal) => requests.agent(options.agentId, signal),
  });
  const variables = agent.data?.variables;
  const sheet = source.file?.sheet;
  const mapping = useMemo(
    () => (sheet ? mappingOf(sheet, variables ?? [], { hasNames, chosen, country }) : null),
    [sheet, variables, hasNames, chosen, country],
  );
  const { phase, checked } = upload;
  const isLocked = phase === 'sending' || phase === 'stopped' || phase === 'done';
  useLeaveGuard(sheet !== undefined && phase !== 'done');

  const changed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      upload.reset();
    };
  };
  const check = (isAnother = false) => {
    if (!mapping || mapping.problem !== null) return;
    const { callingCode } = countries.find(({ code }) => code === country) ?? defaultCountry(countries);
    void upload.check(() => preparedOf(mapping, callingCode), options, isAnother);
  };
  const all = mapping?.rows.length ?? 0;
  return (
    <div className={styles.parts}>
      {!isLocked && <SourcePart source={source} rows={all} />}
      {mapping && (
        <fieldset disabled={isLocked} className={styles.parts}>
          <legend className="hidden">{t.upload.title}</legend>
          <Columns
            mapping={mapping}
            variables={variables ?? []}
            countries={countries}
            onHasNames={changed(setHasNames)}
            onUse={(column, use) => changed(setChosen)(new Map(chosen).set(column, use))}
            onCountry={changed(setCountry)}
          />
          <OptionsPart
            options={options}
            agents={agents}
            error={phase === 'edit' ? upload.error : null}
            onChange={(change) => changed(setOptions)({ ...options, ...change })}
          />
        </fieldset>
      )}
      {mapping && !isLocked && (
        <div className={styles.buttons}>
          <Button
            look={checked ? 'plain' : 'main'}
            disabled={mapping.problem !== null}
            isBusy={phase === 'validating'}
            onClick={() => check()}
          >
            {t.upload.validate}
          </Button>
          <span role="status" className={styles.soft}>
            {phase === 'validating' && t.upload.validating(shownNumber(upload.validated), shownNumber(all))}
          </span>
        </div>
      )}
      {mapping && checked && phase !== 'validating' && (
        <>
          <Result upload={upload} checked={checked} onAgain={() => check(true)} />
          {phase === 'done' && (
            <div className={styles.buttons}>
              <Button onClick={onAnother}>{t.upload.another}</Button>
            </div>
          )}
          <SkippedRows
            skipped={[...checked.skipped, ...upload.sent.skipped]}
            origin={{ ...mapping, phone: mapping.uses.indexOf('phone_number') }}
          />
        </>
      )}
    </div>
  );
}
