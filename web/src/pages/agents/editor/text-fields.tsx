import { Area, Input, Select } from '../../../components/field/field';
import { Options } from '../../../components/field/options';
import { LINE_BREAK } from '../../../lib/agent/codecs';
import { entriesOf } from '../../../lib/text';
import type { TextField } from '../../../lib/agent/form';
import { countLines, countText } from '../../../lib/agent/counts';
import { AGENT_LIMITS, AGENT_RANGES } from '../../../lib/contract.gen';
import { problemAt, problemWithin } from '../../../lib/agent/problems';
import { t } from '../../../messages/en';
import { useEditing } from './context';
import { counterOf } from './counter';
import styles from './editor.module.css';

export function Line({ name }: { readonly name: 'name' }) {
  const { form, set, problems } = useEditing();
  return (
    <Input
      {...t.agent.fields[name]}
      autoComplete="off"
      counter={counterOf(countText(form[name].trim(), AGENT_LIMITS[name]))}
      error={problemAt(problems, name)}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
}

interface TextProps {
  readonly name: 'opening_line' | 'system_prompt';
  readonly rows: number;
}

export function Text({ name, rows }: TextProps) {
  const { form, set, problems } = useEditing();
  return (
    <Area
      {...t.agent.fields[name]}
      rows={rows}
      className={name === 'system_prompt' ? styles.script : undefined}
      counter={counterOf(countText(form[name], AGENT_LIMITS[name]))}
      error={problemAt(problems, name)}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value } as Record<typeof name, string>)}
    />
  );
}

export function Lines({
  name,
}: {
  readonly name: 'extraction_questions' | 'dispositions' | 'handoff_numbers' | 'keyterms';
}) {
  const { form, set, problems } = useEditing();
  const { label, hint } = t.agent.fields[name];
  const { entries, longest } = countLines(form[name], AGENT_LIMITS[name]);
  const found = problemWithin(problems, name);
  const hasBreaks = form[name].includes(LINE_BREAK);
  return (
    <Area
      label={label}
      hint={hasBreaks ? `${hint} ${t.agent.lineBreak(LINE_BREAK)}` : hint}
      rows={Math.min(12, Math.max(3, entriesOf(form[name]).length + 1))}
      counter={counterOf(entries, longest)}
      error={found && (found.entry === null ? found.message : t.agent.entry(found.entry, found.message))}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value } as Record<typeof name, string>)}
    />
  );
}

/** Empty for the default. */
export function Numeric({ name }: { readonly name: keyof typeof AGENT_RANGES }) {
  const { form, set, problems } = useEditing();
  const { label, hint } = t.agent.fields[name];
  const [from, to] = AGENT_RANGES[name];
  return (
    <Input
      label={label}
      hint={t.agent.range(from, to, hint)}
      inputMode="decimal"
      autoComplete="off"
      error={problemAt(problems, name)}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value } as Record<typeof name, string>)}
    />
  );
}

interface ChoiceProps {
  readonly name: TextField;
  readonly choices: ReadonlyMap<string, string>;
}

/** Offers the current value even if it no longer fits. */
export function Choice({ name, choices }: ChoiceProps) {
  const { form, set, problems } = useEditing();
  return (
    <Select
      {...t.agent.fields[name]}
      error={problemAt(problems, name)}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value } as Record<typeof name, string>)}
    >
      <OptionsWithCurrent choices={choices} current={form[name]} />
    </Select>
  );
}

interface OptionsProps {
  readonly choices: ReadonlyMap<string, string>;
  readonly current: string;
}

export function OptionsWithCurrent({ choices, current }: OptionsProps) {
  return (
    <>
      {!choices.has(current) && (
        <option value={current}>{current === '' ? t.agent.none : t.agent.doesNotFit(current)}</option>
      )}
      <Options of={choices} />
    </>
  );
}
