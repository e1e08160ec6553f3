import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/error';
import { reportError } from '../api/queries';
import { requests } from '../api/requests';
import { Button } from '../components/button/button';
import { Dialog, DialogButtons } from '../components/dialog/dialog';
import { Skeleton } from '../components/empty/empty';
import { Failed } from '../components/failed/failed';
import { Input } from '../components/field/field';
import styles from '../components/form/form.module.css';
import { Copy } from '../components/id/copy';
import { useConfirm } from './confirmation';
import { isolated } from '../lib/text';
import { t } from '../messages/en';

export default function SignInLink({
  member,
  onClose,
}: {
  readonly member: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const { confirmed } = useConfirm();
  const [link, setLink] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    confirmed(() => requests.memberLink(member.id)).then(
      ({ path }) => setLink(window.location.origin + (path ?? '')),
      (thrown: unknown) => {
        if (!(thrown instanceof ApiError)) throw thrown;
        reportError(thrown);
        setError(thrown);
      },
    );
  }, [confirmed, member.id]);
  return (
    <Dialog title={t.members.copyLink} onClose={onClose}>
      {error && <Failed error={error} />}
      {!link && !error && <Skeleton lines={2} />}
      {link && (
        <div className={styles.form}>
          <p>{t.members.linkText(isolated(member.name))}</p>
          <Input label={t.members.copyLink} readOnly value={link} onFocus={({ target }) => target.select()} />
        </div>
      )}
      <DialogButtons>
        <Button onClick={onClose}>{t.common.close}</Button>
        {link && <Copy look="plain" text={link} label={t.members.copyLink} />}
      </DialogButtons>
    </Dialog>
  );
}
