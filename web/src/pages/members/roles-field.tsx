import type { Role } from '../../api/types';
import { Checks } from '../../components/field/checks';
import { ROLES } from '../../lib/contract.gen';
import { t } from '../../messages/en';

interface RolesFieldProps {
  readonly value: readonly Role[];
  readonly onChange: (roles: Role[]) => void;
  readonly error?: string | undefined;
}

export function RolesField(props: RolesFieldProps) {
  const { roles, role, roleHint } = t.members;
  return <Checks title={roles} name="roles" choices={ROLES} labels={role} hints={roleHint} {...props} />;
}
