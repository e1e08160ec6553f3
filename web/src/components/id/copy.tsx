import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en';
import { Button } from '../button/button';
import styles from './copy.module.css';

interface CopyProps {
  readonly text: string;
  readonly label: string;
  readonly look?: 'plain' | 'quiet';
}

/** Where the clipboard is closed (plain http) a selected field appears instead. */
export function Copy({ text, label, look = 'quiet' }: CopyProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'by-hand'>('ready');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (state === 'by-hand') field.current?.select();
    if (state !== 'copied') return undefined;
    const back = setTimeout(() => setState('ready'), 2_000);
    return () => clearTimeout(back);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('by-hand');
    }
  };
  return (
    <span className={styles.copy}>
      <Button look={look} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className={styles.told}>
        {state === 'copied' ? t.common.copied : ''}
      </span>
      {state === 'by-hand' && (
        // An input would drop the line breaks.
        <textarea
          ref={field}
          className={styles.field}
          readOnly
          rows={1}
          value={text}
          aria-label={t.common.copyBySelf}
        />
      )}
    </span>
  );
}

export function Id({ id }: { readonly id: string }) {
  return (
    <span className={styles.id}>
      <code>{id}</code>
      <Copy text={id} label={t.common.copyId} />
    </span>
  );
}
