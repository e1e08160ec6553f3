import { type Ref, useId, useRef } from 'react';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import fieldStyles from '../field/field.module.css';
import { Field } from '../field/field';
import styles from './combobox.module.css';
import { type Choice, type ComboboxState, useCombobox } from './use-combobox';

interface ComboboxProps {
  readonly label: string;
  /** The name by which a form finds the field. */
  readonly name?: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}

/** Offers the choices that contain the typed text (WAI-ARIA: combobox with a list). */
export function Combobox({ label, name, choices, value, onChange, hint, error, disabled }: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const state = useCombobox({ list, choices, onChange });
  const { typed, isOpen, at } = state;
  const current = choices.find((choice) => choice.value === value);
  return (
    <div className={styles.combobox}>
      <Field label={label} hint={hint} error={error}>
        {(props) => (
          <input
            {...props}
            role="combobox"
            name={name}
            autoComplete="off"
            dir="auto"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            disabled={disabled}
            {...(isOpen && at >= 0 && { 'aria-activedescendant': `${listId}-${at}` })}
            value={typed ?? shown(current?.label ?? '')}
            onFocus={(event) => event.target.select()}
            onClick={state.open}
            onBlur={state.close}
            onChange={({ target }) => state.type(target.value)}
            onKeyDown={state.onKeyDown}
          />
        )}
      </Field>
      <Matches ref={list} id={listId} value={value} state={state} />
    </div>
  );
}

interface MatchesProps {
  readonly ref: Ref<HTMLUListElement>;
  readonly id: string;
  readonly value: string;
  readonly state: ComboboxState;
}

function Matches({ ref, id, value, state }: MatchesProps) {
  const { isOpen, at, matches, choose } = state;
  return (
    <>
      <ul
        ref={ref}
        id={id}
        role="listbox"
        // Only the field has the label, by which it is found.
        aria-label={t.common.matches}
        hidden={!isOpen || matches.length === 0}
        className={styles.list}
      >
        {matches.map((choice, place) => (
          <Option
            key={choice.value}
            id={`${id}-${place}`}
            choice={choice}
            isSelected={place === at || (at < 0 && choice.value === value)}
            onChoose={() => choose(choice)}
          />
        ))}
      </ul>
      {isOpen && matches.length === 0 && (
        <p className={`${styles.list} ${fieldStyles.hint}`}>{t.common.noMatch}</p>
      )}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}

function Option({ id, choice, isSelected, onChoose }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isSelected}
      className={styles.option}
      data-value={choice.value}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <bdi dir="auto">{shown(choice.label)}</bdi>
    </li>
  );
}
