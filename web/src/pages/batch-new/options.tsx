import { useEffect } from 'react';
import type { ApiError } from '../../api/error';
import { Combobox } from '../../components/combobox/combobox';
import { Check, Input } from '../../components/field/field';
import formStyles from '../../components/form/form.module.css';
import { TryAgain } from '../../components/try-again/try-again';
import { Part } from '../../components/part/part';
import { focusFirst, FormError } from '../../layout/form';
import { useSignedIn } from '../../layout/session';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { problemsOf } from './problems';
import type { Options } from './validate';

interface OptionsProps {
  readonly options: Options;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly error: ApiError | null;
  readonly onChange: (change: Partial<Options>) => void;
}

export function OptionsPart({ options, agents, error, onChange }: OptionsProps) {
  const { fields, rest } = problemsOf(error);
  useEffect(() => {
    focusFirst([...problemsOf(error).fields.keys()]);
  }, [error]);
  return (
    <Part title={t.upload.options}>
      <FormError error={rest} />
      <div className={formStyles.row}>
        <Combobox
          label={t.upload.agent}
          name="agentId"
          choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={options.agentId}
          error={fields.get('agentId')}
          onChange={(agentId) => onChange({ agentId })}
        />
        <Input
          label={t.upload.name}
          name="name"
          autoComplete="off"
          value={options.name}
          error={fields.get('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </div>
      <When options={options} problem={fields.get('local')} onChange={onChange} />
      <TryAgain
        attempts={options.attempts}
        waits={options.waits}
        problems={{ attempts: fields.get('attempts'), waits: fields.get('waits') }}
        onChange={onChange}
      />
    </Part>
  );
}

interface WhenProps extends Pick<OptionsProps, 'options' | 'onChange'> {
  readonly problem: string | undefined;
}

function When({ options, problem, onChange }: WhenProps) {
  const { account } = useSignedIn();
  return (
    <div className={formStyles.row}>
      <Input
        label={t.upload.notBefore}
        name="local"
        type="datetime-local"
        hint={t.upload.notBeforeHint(account.timezone)}
        value={options.local}
        error={problem}
        onChange={({ target }) => onChange({ local: target.value })}
      />
      <div className={styles.check}>
        <Check
          label={t.upload.test}
          checked={options.test}
          onChange={({ target }) => onChange({ test: target.checked })}
        />
      </div>
    </div>
  );
}
