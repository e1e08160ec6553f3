import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Button } from '../components/button/button';
import { Input } from '../components/field/field';
import styles from '../components/form/form.module.css';
import { fieldProps, FormError, type Submitting } from './form';

interface PageFormProps {
  readonly sending: Submitting;
  /** The label of its button; null: there is nothing to send. */
  readonly words: string | null;
  readonly look?: 'plain' | 'main';
  /** The only form of a page. */
  readonly isAlone?: boolean;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** A form of a page, with its failure above and its button below the fields. */
export function PageForm({ sending, words, isAlone = false, children, below, ...rest }: PageFormProps) {
  const { submit, isBusy, error } = sending;
  const button = words !== null && (
    <Button type="submit" look={rest.look ?? (isAlone ? 'main' : 'plain')} isBusy={isBusy}>
      {words}
    </Button>
  );
  return (
    <form className={isAlone ? styles.form : `${styles.form} ${styles.narrow}`} onSubmit={submit} noValidate>
      <FormError error={error} />
      {children}
      {isAlone ? button : button && <div className={styles.end}>{button}</div>}
      {below}
    </form>
  );
}

type TextField = Omit<ComponentProps<typeof Input>, 'name' | 'error'>;

interface TextFieldsProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** The fields by their names in the form. */
  readonly of: { readonly [Name in Path<Values>]?: TextField };
}

export function TextFields<Values extends FieldValues>({ form, of }: TextFieldsProps<Values>) {
  return (Object.keys(of) as Path<Values>[]).map((name) => (
    <Input key={name} autoComplete="off" {...(of[name] as TextField)} {...fieldProps(form, name)} />
  ));
}
