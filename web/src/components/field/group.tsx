import { type ReactNode, useId } from 'react';
import { type Counter, HintAndCounter } from './field';
import styles from './group.module.css';
import { Problem } from './problem';

interface GroupProps {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly counter?: Counter | undefined;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** Fields that belong together. */
export function Group({ title, hint, counter, problem, children }: GroupProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <fieldset className={styles.group} aria-describedby={described || undefined}>
      <legend>{title}</legend>
      <HintAndCounter id={id} hint={hint} counter={counter} />
      {children}
      <Problem id={`${id}-problem`} text={problem} />
    </fieldset>
  );
}
