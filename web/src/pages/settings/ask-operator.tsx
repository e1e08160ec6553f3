import type { Settings } from '../../api/types';
import styles from '../../components/form/form.module.css';
import { Command } from '../../components/secret/secret';
import { useSignedIn } from '../../layout/session';
import { listed } from '../../lib/listed';
import { t } from '../../messages/en';

interface LockedProps {
  readonly settings: Settings;
  /** With their labels. */
  readonly fields: readonly (readonly [Settings['unlocked'][number], string])[];
}

/** The operator's command that opens the fields which are locked. */
export function AskOperator({ settings: { unlocked }, fields }: LockedProps) {
  const { account } = useSignedIn();
  const locked = fields.filter(([field]) => !unlocked.includes(field));
  if (locked.length === 0) return null;
  const names = [...unlocked, ...locked.map(([field]) => field)].join(',');
  return (
    <div className={styles.form}>
      <p className="soft">{t.settings.askOperator(listed(locked.map(([, label]) => `“${label}”`)))}</p>
      <Command text={`npm run cli -- account set --account ${account.id} --unlock ${names}`} />
    </div>
  );
}
