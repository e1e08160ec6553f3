import { Input } from '../../../components/field/field';
import { filledIn } from '../../../lib/test-talk';
import { testAgent as texts } from '../../../messages/en/test-agent';
import styles from './test-agent.module.css';

export interface CallValues {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
}

export const NO_VALUES: CallValues = { name: '', variables: {} };

interface ValueFieldsProps {
  readonly names: readonly string[];
  readonly usesName: boolean;
  readonly values: CallValues;
  readonly onChange: (values: CallValues) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

export function ValueFields({ names, usesName, values, onChange, isOpen, onOpen }: ValueFieldsProps) {
  if (names.length === 0 && !usesName) return null;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
      <summary>{texts.values}</summary>
      {isOpen && (
        <div className={styles.fields}>
          {usesName && (
            <Input
              label={texts.name}
              autoComplete="off"
              maxLength={200}
              value={values.name}
              onChange={({ target }) => onChange({ ...values, name: target.value })}
            />
          )}
          {names.map((name) => (
            <Input
              key={name}
              label={name}
              autoComplete="off"
              value={values.variables[name] ?? ''}
              onChange={({ target }) =>
                onChange({ ...values, variables: { ...values.variables, [name]: target.value } })
              }
            />
          ))}
        </div>
      )}
    </details>
  );
}

export function sentValues({ name, variables }: CallValues) {
  return {
    ...(name.trim() !== '' && { contact: { name } }),
    ...(Object.keys(filledIn(variables)).length > 0 && { variables: filledIn(variables) }),
  };
}
