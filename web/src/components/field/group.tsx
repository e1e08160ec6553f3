import { type ReactNode, useId } from 'react';
import type { Counter } from './field';
import fieldStyles from './field.module.css';
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
  const described = [hint && id, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <fieldset className={styles.group} aria-describedby={described || undefined}>
      <legend>{title}</legend>
      {(hint ?? counter) !== undefined && (
        <div className={fieldStyles.below}>
          {hint && (
            <p id={id} className={fieldStyles.hint}>
              {hint}
            </p>
          )}
          {counter && <p className={counter.isOver ? fieldStyles.over : fieldStyles.hint}>{counter.text}</p>}
        </div>
      )}
      {children}
      <Problem id={`${id}-problem`} text={problem} />
    </fieldset>
  );
}
