import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { Button } from '../../components/button/button';
import { useConfirm } from '../../layout/confirmation';
import { useToast } from '../../layout/toast';
import { useAction } from '../../layout/use-action';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { Popup } from './popup';

interface CounsellorActionsProps {
  readonly counsellor: Counsellor;
  readonly onPopup: (popup: Popup) => void;
  readonly onDone: () => void;
}

/** Admins and other staff are managed as members. */
export function CounsellorActions({ counsellor, onPopup, onDone }: CounsellorActionsProps) {
  const { confirm } = useConfirm();
  const toast = useToast();
  const { run, isBusy } = useAction();
  const { id, name, status, manageable } = counsellor;
  if (manageable === false) return <span className="soft small">{t.counsellors.notManageable}</span>;
  const deactivate = async () => {
    const isSure = await confirm({
      title: t.counsellors.deactivateQuestion(isolated(name)),
      text: t.counsellors.deactivateText,
      action: t.counsellors.deactivate,
      back: t.common.goBack,
    });
    if (!isSure) return;
    let ended = 0;
    const isDone = await run(async () => {
      ended = (await requests.changeCounsellor(id, { active: false })).effects?.human_calls_canceled ?? 0;
    });
    if (isDone) toast({ text: t.counsellors.deactivated(ended) });
    onDone();
  };
  const reactivate = async () => {
    await run(() => requests.changeCounsellor(id, { active: true }), t.counsellors.reactivated);
    onDone();
  };
  if (status === 'inactive') {
    return (
      <span className={styles.actions}>
        <Button look="quiet" isBusy={isBusy} onClick={() => void reactivate()}>
          {t.counsellors.reactivate}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.actions}>
      <Button look="quiet" onClick={() => onPopup({ edit: counsellor })}>
        {t.counsellors.edit}
      </Button>
      <Button look="quiet" onClick={() => onPopup({ link: counsellor })}>
        {t.members.copyLink}
      </Button>
      <Button look="quiet" isBusy={isBusy} onClick={() => void deactivate()}>
        {t.counsellors.deactivate}
      </Button>
    </span>
  );
}
