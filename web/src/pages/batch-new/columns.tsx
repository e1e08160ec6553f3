import type { ApiError } from '../../api/error';
import { Combobox } from '../../components/combobox/combobox';
import { Failed } from '../../components/failed/failed';
import { Check, Select } from '../../components/field/field';
import { Options } from '../../components/field/options';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { Table } from '../../components/table/table';
import { type Country } from '../../lib/upload/calling-codes';
import { type ColumnUse, SINGLE_USES } from '../../lib/upload/guess-columns';
import { isolated, shown } from '../../lib/text';
import { t } from '../../messages/en';
import type { Mapping } from './mapping';
import styles from './page.module.css';

interface ColumnsProps {
  readonly mapping: Mapping;
  readonly variables: {
    readonly names: readonly string[];
    readonly error: ApiError | null;
    readonly retry: () => void;
  };
  readonly countries: readonly Country[];
  readonly onHasNames: (hasNames: boolean) => void;
  readonly onUse: (column: number, use: ColumnUse) => void;
  readonly onCountry: (code: string) => void;
}

export function Columns({ mapping, variables, countries, onHasNames, onUse, onCountry }: ColumnsProps) {
  const { problem } = mapping;
  return (
    <Part title={t.upload.columns}>
      <Check
        label={t.upload.hasNames}
        checked={mapping.hasNames}
        onChange={({ target }) => onHasNames(target.checked)}
      />
      {variables.error && <Failed error={variables.error} retry={variables.retry} />}
      <UseTable mapping={mapping} variables={variables.names} onUse={onUse} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem === 'none' ? t.upload.noPhone : t.upload.twoOf(wordOf(problem))}
        </p>
      )}
      <div className={styles.narrow}>
        <Combobox
          label={t.upload.country}
          value={mapping.country}
          choices={countries.map(({ code, callingCode }) => ({
            value: code,
            label: countryLabel(code, callingCode),
          }))}
          onChange={onCountry}
        />
      </div>
    </Part>
  );
}

interface UseTableProps extends Pick<ColumnsProps, 'mapping' | 'onUse'> {
  readonly variables: readonly string[];
}

/** A cell may have megabytes, which take seconds to draw. */
const MAX_SHOWN_CHARACTERS = 200;
const beginning = (text: string) => text.slice(0, MAX_SHOWN_CHARACTERS);

/** A row for each column of the file. */
function UseTable({ mapping, variables, onUse }: UseTableProps) {
  const { names, uses, samples } = mapping;
  const choices: readonly ColumnUse[] = [
    ...SINGLE_USES,
    ...variables.map((name) => `variable:${name}` as const),
    'metadata',
    'skip',
  ];
  return (
    <Table
      caption={t.upload.columns}
      rows={names.map((name, at) => ({ name: beginning(name), at }))}
      idOf={({ at }) => String(at)}
      columns={[
        { head: t.upload.column, isMain: true, cell: ({ name }) => <Name>{name}</Name> },
        {
          head: t.upload.firstValues,
          cell: ({ at }) => (
            <span className={styles.samples}>
              {samples[at]?.map((value, place) => (
                // Only their index distinguishes equal values.
                <Name key={place}>{beginning(value)}</Name>
              ))}
            </span>
          ),
        },
        {
          head: t.upload.useHead,
          isMain: true,
          cell: ({ name, at }) => (
            <UseSelect name={name} value={uses[at]} choices={choices} onUse={(use) => onUse(at, use)} />
          ),
        },
      ]}
    />
  );
}

interface UseSelectProps {
  readonly name: string;
  readonly value: ColumnUse | undefined;
  readonly choices: readonly ColumnUse[];
  readonly onUse: (use: ColumnUse) => void;
}

function UseSelect({ name, value, choices, onUse }: UseSelectProps) {
  return (
    <div className={styles.use}>
      <Select
        label={t.upload.useOf(isolated(name))}
        value={value}
        onChange={({ target }) => onUse(target.value as ColumnUse)}
      >
        <Options of={choices.map((use) => [use, wordOf(use)])} />
      </Select>
    </div>
  );
}

function wordOf(use: ColumnUse): string {
  if (use.startsWith('variable:')) return t.upload.variable(shown(use.slice('variable:'.length)));
  return t.upload.uses[use as keyof typeof t.upload.uses];
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

function countryLabel(code: string, callingCode: string): string {
  return /^[A-Z]{2}$/.test(code) ? `${REGIONS.of(code) ?? code} (+${callingCode})` : `+${callingCode}`;
}
