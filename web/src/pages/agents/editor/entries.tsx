import { type ReactNode, useRef } from 'react';
import { Button } from '../../../components/button/button';
import type { Counter } from '../../../components/field/field';
import { Icon } from '../../../components/icon/icon';
import { AGENT_LIMITS } from '../../../lib/contract.gen';
import { problemAt } from '../../../lib/agent/problems';
import { t } from '../../../messages/en';
import { useEditing } from './context';
import { counterOf } from './counter';
import styles from './editor.module.css';
import { Group } from '../../../components/field/group';

interface EntriesProps<Entry> {
  readonly name: 'pronunciations' | 'send_rules';
  readonly entries: readonly Entry[];
  readonly fresh: Entry;
  readonly add: string;
  /** Bytes of all entries, where that has a limit. */
  readonly size?: Counter;
  readonly titleOf: (place: number) => string;
  readonly onChange: (entries: readonly Entry[]) => void;
  readonly children: (entry: Entry, place: number, change: (entry: Entry) => void) => ReactNode;
}

/** A list whose entries have several fields each. */
export function Entries<Entry>(props: EntriesProps<Entry>) {
  const { name, entries, fresh, add, size, titleOf, onChange, children } = props;
  const { problems } = useEditing();
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const { label, hint } = t.agent.fields[name];
  const count = counterOf({ is: entries.length, of: AGENT_LIMITS[name].entries });
  const counter = size ? { text: `${count.text}, ${size.text}`, isOver: count.isOver || size.isOver } : count;
  const addOne = () => {
    onChange([...entries, fresh]);
    // When it is drawn.
    requestAnimationFrame(() => {
      list.current?.lastElementChild?.querySelector<HTMLElement>('input, select')?.focus();
    });
  };
  return (
    <Group title={label} hint={hint} counter={counter} problem={problemAt(problems, name)}>
      {entries.length > 0 && (
        <ol ref={list} className={styles.entries}>
          {entries.map((entry, place) => (
            <li key={place} className={styles.entry}>
              <fieldset>
                <legend className="hidden">{titleOf(place + 1)}</legend>
                {children(entry, place, (changed) => onChange(entries.with(place, changed)))}
              </fieldset>
              <Button
                look="quiet"
                aria-label={t.agent.remove(titleOf(place + 1))}
                onClick={() => {
                  onChange(entries.toSpliced(place, 1));
                  adder.current?.focus();
                }}
              >
                <Icon name="close" />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button ref={adder} onClick={addOne}>
          {add}
        </Button>
      </div>
    </Group>
  );
}
