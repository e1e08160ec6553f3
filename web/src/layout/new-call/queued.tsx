import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Warning } from '../../api/types';
import { Button, buttonLink } from '../../components/button/button';
import { DialogButtons } from '../../components/dialog/dialog';
import styles from '../../components/form/form.module.css';
import { Name } from '../../components/name/name';
import { t } from '../../messages/en';

/** What became of the call that was queued. */
export interface QueuedCall {
  readonly id: string;
  readonly status_reason?: string;
  readonly warnings: readonly Warning[];
}

interface QueuedProps {
  readonly call: QueuedCall;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}

/** Says that the call is queued, why it waits, and what the service warns of. */
export function Queued({ call, onClose, onAnother }: QueuedProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.focus();
  }, []);
  return (
    <div className={styles.form}>
      <div role="status" className={styles.form}>
        <p>{t.newCall.queued}</p>
        {call.status_reason !== undefined && <p>{t.newCall.held(call.status_reason)}</p>}
        {call.warnings.map((warning) => (
          <p key={`${warning.code} ${warning.field}`} className={styles.note}>
            <Name>{warning.message}</Name>
          </p>
        ))}
      </div>
      <DialogButtons>
        <Button onClick={onAnother}>{t.newCall.another}</Button>
        <Button onClick={onClose}>{t.newCall.close}</Button>
        <Link
          ref={link}
          className={buttonLink('main')}
          to="/calls/$id"
          params={{ id: call.id }}
          onClick={onClose}
        >
          {t.newCall.open}
        </Link>
      </DialogButtons>
    </div>
  );
}
