import { Copy } from '../id/copy';
import { t } from '../../messages/en';
import styles from './secret.module.css';

interface SecretProps {
  readonly text: string;
  readonly testId: string;
}

export function Secret({ text, testId }: SecretProps) {
  return (
    <div className={styles.secret}>
      <code data-testid={testId} className={styles.text}>
        {text}
      </code>
      <Copy look="plain" text={text} label={t.secrets.copy} />
    </div>
  );
}

export function Command({ text }: { readonly text: string }) {
  return (
    <pre className={`${styles.secret ?? ''} ${styles.command ?? ''}`}>
      <code>{text}</code>
    </pre>
  );
}
