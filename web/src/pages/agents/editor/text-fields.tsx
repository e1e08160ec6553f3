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

/** The value of a text, its problem, and the change of the form. */
function useText(name: TextField) {
  const { form, set, problems } = useEditing();
  return {
    value: form[name],
    error: problemAt(problems, name),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      set({ [name]: target.value } as Record<typeof name, string>),
  };
}

export function Line({ name }: { readonly name: 'name' }) {
  const text = useText(name);
  const counter = counterOf(countText(text.value.trim(), AGENT_LIMITS[name]));
  return <Input {...t.agent.fields[name]} {...text} autoComplete="off" counter={counter} />;
}

interface TextProps {
  readonly name: 'opening_line' | 'system_prompt';
  readonly rows: number;
}

export function Text({ name, rows }: TextProps) {
  const text = useText(name);
  return (
    <Area
      {...t.agent.fields[name]}
      {...text}
      rows={rows}
      className={name === 'system_prompt' ? styles.script : undefined}
      counter={counterOf(countText(text.value, AGENT_LIMITS[name]))}
    />
  );
}

export function Lines({
  name,
}: {
  readonly name: 'extraction_questions' | 'dispositions' | 'handoff_numbers' | 'keyterms';
}) {
  const { problems } = useEditing();
  const text = useText(name);
  const { label, hint } = t.agent.fields[name];
  const { entries, longest } = countLines(text.value, AGENT_LIMITS[name]);
  const found = problemWithin(problems, name);
  const hasBreaks = text.value.includes(LINE_BREAK);
  return (
    <Area
      {...text}
      label={label}
      hint={hasBreaks ? `${hint} ${t.agent.lineBreak(LINE_BREAK)}` : hint}
      rows={Math.min(12, Math.max(3, entriesOf(text.value).length + 1))}
      counter={counterOf(entries, longest)}
      error={found && (found.entry === null ? found.message : t.agent.entry(found.entry, found.message))}
    />
  );
}

/** Empty for the default. */
export function Numeric({ name }: { readonly name: keyof typeof AGENT_RANGES }) {
  const { label, hint } = t.agent.fields[name];
  const [from, to] = AGENT_RANGES[name];
  return (
    <Input
      {...useText(name)}
      label={label}
      hint={t.agent.range(from, to, hint)}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}

interface ChoiceProps {
  readonly name: TextField;
  readonly choices: ReadonlyMap<string, string>;
}

/** Offers the current value even if it no longer fits. */
export function Choice({ name, choices }: ChoiceProps) {
  const text = useText(name);
  return (
    <Select {...t.agent.fields[name]} {...text}>
      <OptionsWithCurrent choices={choices} current={text.value} />
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
