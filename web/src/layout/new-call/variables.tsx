import type { UseFormReturn } from 'react-hook-form';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Failed } from '../../components/failed/failed';
import { Input } from '../../components/field/field';
import { Group } from '../../components/field/group';
import { t } from '../../messages/en';
import type { NewCallValues } from './values';

/** The variables of the chosen agent. */
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
    Record<string, string | { message?: string } | undefined> | undefined;
  const problemOf = (name: string) => {
    const problem = problems?.[name];
    return typeof problem === 'object' ? problem.message : undefined;
  };
  if (agent.error) return <Failed error={agent.error} retry={() => void agent.refetch()} />;
  if (names.length === 0) return null;
  return (
    <Group
      title={t.newCall.variables}
      problem={typeof problems?.['message'] === 'string' ? problems['message'] : undefined}
    >
      {names.map((name) => (
        <Input
          key={name}
          label={name}
          name={`variables.${name}`}
          autoComplete="off"
          value={values[name] ?? ''}
          error={problemOf(name)}
          onChange={({ target }) =>
            form.setValue('variables', { ...form.getValues('variables'), [name]: target.value })
          }
        />
      ))}
    </Group>
  );
}
