import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { withoutControls } from '../../lib/text';
import styles from './field.module.css';
import { Problem } from './problem';

interface Common {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly counter?: Counter | undefined;
}

export interface Counter {
  readonly text: string;
  readonly isOver: boolean;
}

interface FieldProps extends Common {
  readonly children: (props: {
    id: string;
    'aria-describedby'?: string;
    'aria-invalid'?: true;
    className: string;
  }) => ReactNode;
}

export function Field({ label, hint, error, counter, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, counter && `${id}-counter`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: styles.input ?? '',
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      <HintAndCounter id={id} hint={hint} counter={counter} />
      <Problem id={`${id}-error`} text={error} />
    </div>
  );
}

/** The lines below a field or a group. */
export function HintAndCounter({
  id,
  hint,
  counter,
}: Pick<Common, 'hint' | 'counter'> & { readonly id: string }) {
  if ((hint ?? counter) === undefined) return null;
  return (
    <div className={styles.below}>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {counter && (
        <p id={`${id}-counter`} className={counter.isOver ? styles.over : styles.hint}>
          {counter.text}
        </p>
      )}
    </div>
  );
}

type InputProps = Common & InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };

export function Input({ label, hint, error, counter, onChange, ...rest }: InputProps) {
  const isOfNumbers = rest.type === 'tel' || rest.type === 'search';
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(props) => (
        <input
          dir="auto"
          {...rest}
          onChange={(event) => {
            const { target } = event;
            const text = isOfNumbers ? withoutControls(target.value) : target.value;
            // Setting the same text would move the cursor.
            if (text !== target.value) target.value = text;
            onChange?.(event);
          }}
          {...props}
        />
      )}
    </Field>
  );
}

type AreaProps = Common &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly ref?: Ref<HTMLTextAreaElement> };

export function Area({ label, hint, error, counter, className, ...rest }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(props) => (
        <textarea dir="auto" {...rest} {...props} className={`${props.className} ${className ?? ''}`} />
      )}
    </Field>
  );
}

type SelectProps = Common &
  SelectHTMLAttributes<HTMLSelectElement> & { readonly ref?: Ref<HTMLSelectElement> };

export function Select({ label, hint, error, counter, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(props) => (
        <select {...rest} {...props}>
          {children}
        </select>
      )}
    </Field>
  );
}

type CheckProps = Omit<Common, 'counter'> &
  InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };

export function Check({ label, hint, error, ...rest }: CheckProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.check}>
      <label htmlFor={id}>
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <Problem id={`${id}-error`} text={error} />
    </div>
  );
}
