import { useId, useRef, useState } from 'react';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import fieldStyles from '../field/field.module.css';
import { Field } from '../field/field';
import styles from './combobox.module.css';

/** An empty value stands for none. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

const MOST = 50;

/** Offers the choices that contain the typed text (WAI-ARIA: combobox with a list). */
export function Combobox({ label, choices, value, onChange, hint, error, disabled }: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const current = choices.find((choice) => choice.value === value);
  const wanted = (typed ?? '').trim().toLocaleLowerCase();
  const matches = choices
    .filter((choice) => choice.label.toLocaleLowerCase().includes(wanted))
    .slice(0, MOST);

  const close = () => {
    setOpen(false);
    setTyped(null);
    setAt(-1);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice) onChange(choice.value);
    close();
  };
  const move = (to: number) => {
    setOpen(true);
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(Math.min(at + 1, matches.length - 1)),
    ArrowUp: () => move(Math.max(at - 1, 0)),
    Enter: () => choose(matches[at] ?? (typed === null ? undefined : matches[0])),
    Escape: close,
  };
  return (
    <div className={styles.combobox}>
      <Field label={label} hint={hint} error={error}>
        {(props) => (
          <input
            {...props}
            role="combobox"
            autoComplete="off"
            dir="auto"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            disabled={disabled}
            {...(isOpen && at >= 0 && { 'aria-activedescendant': `${listId}-${at}` })}
            value={typed ?? shown(current?.label ?? '')}
            onFocus={(event) => event.target.select()}
            onClick={() => setOpen(true)}
            onBlur={close}
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onKeyDown={(event) => {
              const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
              if (!act || (!isOpen && (event.key === 'Enter' || event.key === 'Escape'))) return;
              event.preventDefault();
              event.stopPropagation();
              act();
            }}
          />
        )}
      </Field>
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={!isOpen || matches.length === 0}
        className={styles.list}
      >
        {matches.map((choice, place) => (
          <li
            key={choice.value}
            id={`${listId}-${place}`}
            role="option"
            aria-selected={place === at || (at < 0 && choice.value === value)}
            className={styles.option}
            data-value={choice.value}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice)}
          >
            <bdi dir="auto">{shown(choice.label)}</bdi>
          </li>
        ))}
      </ul>
      {isOpen && matches.length === 0 && (
        <p className={`${styles.list} ${fieldStyles.hint}`}>{t.common.noMatch}</p>
      )}
    </div>
  );
}
