import { shown } from '../../lib/text';
import styles from './field.module.css';

interface ProblemProps {
  readonly id?: string;
  readonly text: string | undefined;
}

/** What is wrong with a field, below it. */
export function Problem({ id, text }: ProblemProps) {
  return (
    text && (
      <p id={id} className={styles.error}>
        {shown(text)}
      </p>
    )
  );
}
