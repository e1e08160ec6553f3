import type { AgentRow } from '../../api/types';
import { Button } from '../../components/button/button';
import { Combobox } from '../../components/combobox/combobox';
import { DayInput } from '../../components/field/day-input';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { presetRange, type Range } from './range';

interface ChoiceProps {
  readonly range: Range;
  readonly today: string;
  readonly agents: readonly AgentRow[];
  readonly onChange: (to: Partial<Range>) => void;
}

/** Usual times by a button, others by their days. */
export function Choice({ range, today, agents, onChange }: ChoiceProps) {
  const choices = agents.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.choice}>
      <div role="group" aria-label={t.home.range} className={styles.presets}>
        {[...t.home.presets].map(([preset, label]) => {
          const days = presetRange(preset, today);
          const isShown = days.from === range.from && days.to === range.to;
          return (
            <Button key={preset} look="quiet" aria-pressed={isShown} onClick={() => onChange(days)}>
              {label}
            </Button>
          );
        })}
      </div>
      <DayInput
        label={t.home.from}
        required
        value={range.from}
        max={range.to}
        onDay={(from) => onChange({ from, to: range.to < from ? from : range.to })}
      />
      <DayInput
        label={t.home.to}
        required
        value={range.to}
        onDay={(to) => onChange({ to, from: range.from > to ? to : range.from })}
      />
      <Combobox
        label={t.home.agent}
        choices={[{ value: '', label: t.home.allAgents }, ...choices]}
        value={range.agent}
        onChange={(agent) => onChange({ agent })}
      />
    </div>
  );
}
