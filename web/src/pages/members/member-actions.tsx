import { requests } from '../../api/requests';
import type { Member, Role } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { RowActions } from '../../components/table/table';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ActionButton } from '../../layout/use-action';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';

const ChangeRoles = lazyPart(() => import('./change-roles'));
const SignInLink = lazyPart(() => import('../../layout/sign-in-link'));

interface MemberActionsProps {
  readonly member: Member;
  readonly onDone: () => void;
}

export function MemberActions({ member, onDone }: MemberActionsProps) {
  const endsCalls = member.roles.includes('COUNSELLOR');
  if (member.status === 'inactive') {
    return (
      <RowActions>
        <ActionButton
          words={t.members.reactivate}
          look="quiet"
          act={() => requests.changeMember(member.id, { active: true })}
          done={t.members.reactivated}
          after={onDone}
        />
      </RowActions>
    );
  }
  return (
    <RowActions>
      <DialogButton
        look="quiet"
        words={t.members.changeRoles}
        dialog={ChangeRoles}
        with={{ member }}
        onClose={onDone}
      />
      <DialogButton
        look="quiet"
        words={t.members.copyLink}
        dialog={SignInLink}
        with={{ member }}
        onClose={onDone}
      />
      <ActionButton
        words={t.members.remove}
        look="quiet"
        ask={{
          title: t.members.removeQuestion(isolated(member.name)),
          text: endsCalls ? `${t.members.removeText} ${t.counsellors.deactivateText}` : t.members.removeText,
          ...(endsCalls && { back: t.common.goBack }),
        }}
        act={() => requests.changeMember(member.id, { active: false })}
        done={t.members.removed}
        after={onDone}
      />
    </RowActions>
  );
}

export function rolesInWords(roles: readonly Role[]): string {
  return roles.map((role) => t.members.role.get(role) ?? role).join(', ');
}
