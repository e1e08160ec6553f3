import { shown } from '../../lib/text';
import styles from './code.module.css';

interface CodeProps {
  readonly text: string;
  readonly label: string;
}

/** Foreign text as it was sent or stored; it scrolls by itself, also by keyboard. */
export function Code({ text, label }: CodeProps) {
  return (
    <pre className={styles.code} dir="auto" tabIndex={0} role="region" aria-label={label}>
      {shown(text)}
    </pre>
  );
}
