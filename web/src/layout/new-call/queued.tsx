import { useEffect, useRef } from 'react';
import { Button, buttonLink } from '../../components/button/button';
import { DialogButtons } from '../../components/dialog/dialog';
import styles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { t } from '../../messages/en';
import { type QueuedCall, QueueNotes } from './queue-notes';

interface QueuedProps {
  readonly call: QueuedCall;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}

export function Queued({ call, onClose, onAnother }: QueuedProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.focus();
  }, []);
  return (
    <div className={styles.form}>
      <div role="status" className={styles.form}>
        <QueueNotes call={call} />
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
