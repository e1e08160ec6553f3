import type { UseFormReturn } from 'react-hook-form';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { t } from '../../messages/en';
import type { NewCallValues } from './values';

/** Of the chosen agent. */
export function Variables({
  form,
  agentId,
}: {
  readonly form: UseFormReturn<NewCallValues>;
  readonly agentId: string;
}) {
  const agent = useLive({ key: ['agent', agentId], load: (signal) => requests.agent(agentId, signal) });
  const names = agent.data?.variables ?? [];
  const values = form.watch('variables');
  const problems = form.formState.errors.variables as
    Record<string, { message?: string } | undefined> | undefined;
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.form}>
      <legend>{t.newCall.variables}</legend>
      {names.map((name) => (
        <Input
          key={name}
          label={name}
          autoComplete="off"
          value={values[name] ?? ''}
          error={problems?.[name]?.message}
          onChange={({ target }) =>
            form.setValue('variables', { ...form.getValues('variables'), [name]: target.value })
          }
        />
      ))}
    </fieldset>
  );
}
