import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { RowActions } from '../../components/table/table';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ActionButton } from '../../layout/use-action';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';

const EditCounsellor = lazyPart(() => import('./edit-counsellor'));
const SignInLink = lazyPart(() => import('../../layout/sign-in-link'));

interface CounsellorActionsProps {
  readonly counsellor: Counsellor;
  readonly onDone: () => void;
}

/** Admins and other staff are managed as members. */
export function CounsellorActions({ counsellor, onDone }: CounsellorActionsProps) {
  const { id, name, status, manageable } = counsellor;
  if (manageable === false) return <span className="soft small">{t.counsellors.notManageable}</span>;
  if (status === 'inactive') {
    return (
      <RowActions>
        <ActionButton
          words={t.counsellors.reactivate}
          look="quiet"
          act={() => requests.changeCounsellor(id, { active: true })}
          done={t.counsellors.reactivated}
          after={onDone}
        />
      </RowActions>
    );
  }
  return (
    <RowActions>
      <DialogButton
        look="quiet"
        words={t.counsellors.edit}
        dialog={EditCounsellor}
        with={{ counsellor }}
        onClose={onDone}
      />
      <DialogButton
        look="quiet"
        words={t.members.copyLink}
        dialog={SignInLink}
        with={{ member: counsellor }}
        onClose={onDone}
      />
      <ActionButton
        words={t.counsellors.deactivate}
        look="quiet"
        ask={{
          title: t.counsellors.deactivateQuestion(isolated(name)),
          text: t.counsellors.deactivateText,
          back: t.common.goBack,
        }}
        act={() => requests.changeCounsellor(id, { active: false })}
        done={({ effects }) => t.counsellors.deactivated(effects?.human_calls_canceled ?? 0)}
        after={onDone}
      />
    </RowActions>
  );
}
