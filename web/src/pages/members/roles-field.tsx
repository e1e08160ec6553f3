import { useId } from 'react';
import type { Role } from '../../api/types';
import { Check } from '../../components/field/field';
import fieldStyles from '../../components/field/field.module.css';
import { ROLES } from '../../lib/contract.gen';
import { t } from '../../messages/en';

interface RolesFieldProps {
  readonly value: readonly Role[];
  readonly onChange: (roles: Role[]) => void;
  readonly error?: string | undefined;
}

export function RolesField({ value, onChange, error }: RolesFieldProps) {
  const problem = useId();
  return (
    <fieldset aria-describedby={error ? problem : undefined}>
      <legend>{t.members.roles}</legend>
      {ROLES.map((role) => (
        <Check
          key={role}
          name="roles"
          label={t.members.role.get(role) ?? role}
          hint={t.members.roleHint.get(role)}
          checked={value.includes(role)}
          onChange={({ target }) =>
            onChange(ROLES.filter((one) => (one === role ? target.checked : value.includes(one))))
          }
        />
      ))}
      {error && (
        <p id={problem} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
