import { requests } from '../../api/requests';
import type { Member, Role } from '../../api/types';
import { Button } from '../../components/button/button';
import { useConfirm } from '../../layout/confirmation';
import { useAction } from '../../layout/use-action';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { Popup } from './popup';

interface MemberActionsProps {
  readonly member: Member;
  readonly onPopup: (popup: Popup) => void;
  readonly onDone: () => void;
}

export function MemberActions({ member, onPopup, onDone }: MemberActionsProps) {
  const { confirm } = useConfirm();
  const { run, isBusy } = useAction();
  const change = async (active: boolean) => {
    if (!active) {
      const endsCalls = member.roles.includes('COUNSELLOR');
      const isSure = await confirm({
        title: t.members.removeQuestion(isolated(member.name)),
        text: endsCalls ? `${t.members.removeText} ${t.counsellors.deactivateText}` : t.members.removeText,
        action: t.members.remove,
        ...(endsCalls && { back: t.common.goBack }),
      });
      if (!isSure) return;
    }
    const done = active ? t.members.reactivated : t.members.removed;
    await run(() => requests.changeMember(member.id, { active }), done);
    onDone();
  };
  if (member.status === 'inactive') {
    return (
      <span className={styles.actions}>
        <Button look="quiet" isBusy={isBusy} onClick={() => void change(true)}>
          {t.members.reactivate}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.actions}>
      <Button look="quiet" onClick={() => onPopup({ roles: member })}>
        {t.members.changeRoles}
      </Button>
      <Button look="quiet" onClick={() => onPopup({ link: member })}>
        {t.members.copyLink}
      </Button>
      <Button look="quiet" isBusy={isBusy} onClick={() => void change(false)}>
        {t.members.remove}
      </Button>
    </span>
  );
}

export function rolesInWords(roles: readonly Role[]): string {
  return roles.map((role) => t.members.role.get(role) ?? role).join(', ');
}
