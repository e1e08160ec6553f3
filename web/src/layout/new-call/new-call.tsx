import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { filled } from '../../api/call-filters';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Combobox } from '../../components/combobox/combobox';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { TryAgain } from '../../components/try-again/try-again';
import type { NewCallDefaults } from '../../lib/new-call-defaults';
import { ACCOUNT_DEFAULT, retryField, retryOf } from '../../lib/retry';
import { t } from '../../messages/en';
import { DialogForm } from '../dialog-form';
import { FailedParts } from '../failed-parts';
import { fieldProps, useMakeOnce, useSubmit } from '../form';
import { NoAgent } from '../no-agent';
import { TextFields } from '../page-form';
import { useSignedIn } from '../session';
import type { QueuedCall } from './queue-notes';
import { Queued } from './queued';
import { TestEnding } from './test-ending';
import type { NewCallValues } from './values';
import { Variables } from './variables';

const FIELDS: ReadonlyMap<string, string> = new Map([
  ['contact.name', 'name'],
  ['contact.email', 'email'],
  ['contact.external_id', 'external_id'],
  ['scheduled_for', 'local'],
  ['query.local', 'local'],
]);

const NO_TIMES = { local: '', ...ACCOUNT_DEFAULT };

interface NewCallProps {
  readonly words: string;
  readonly defaults: NewCallDefaults;
  readonly onClose: () => void;
}

export default function NewCall({ words, defaults, onClose }: NewCallProps) {
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const { form, sending, queued, startAgain } = useNewCall(defaults);
  const usable = (agents.data?.data ?? []).filter(
    ({ enabled, direction }) => enabled && direction !== 'inbound',
  );
  const instead = queued ? (
    <Queued call={queued} onClose={onClose} onAnother={startAgain} />
  ) : (
    agents.data && usable.length === 0 && <NoAgent />
  );
  return (
    <DialogForm words={words} sending={sending} onClose={onClose} instead={instead}>
      <FailedParts of={[agents]} />
      <Fields form={form} agents={usable} />
    </DialogForm>
  );
}

/** The form of a call, and the call once it is queued. */
function useNewCall(defaults: NewCallDefaults) {
  const [queued, setQueued] = useState<QueuedCall | null>(null);
  const form = useForm<NewCallValues>({
    defaultValues: {
      phone_number: defaults.phone_number ?? '',
      name: defaults.name ?? '',
      email: defaults.email ?? '',
      external_id: defaults.external_id ?? '',
      agent_id: defaults.agent_id ?? '',
      variables: { ...defaults.variables },
      test: defaults.test ?? false,
      ...NO_TIMES,
    },
  });
  const makeOnce = useMakeOnce();
  const sending = useSubmit(
    form,
    async ({ local, ...values }) => {
      const scheduled_for = local === '' ? null : (await requests.instant(local)).at;
      const body = bodyOf(values, scheduled_for, defaults.metadata);
      setQueued(await makeOnce(body, (key) => requests.queueCall(body, key)));
      void queryClient.invalidateQueries({ queryKey: ['calls'] });
    },
    (field) => FIELDS.get(field) ?? retryField(field) ?? field,
  );
  const startAgain = () => {
    form.reset();
    setQueued(null);
  };
  return { form, sending, queued, startAgain };
}

interface FieldsProps {
  readonly form: UseFormReturn<NewCallValues>;
  readonly agents: readonly { readonly id: string; readonly name: string; readonly is_default: boolean }[];
}

const { phoneNumber, numberHint, name, externalId, email } = t.newCall;
const NUMBER = { phone_number: { label: phoneNumber, hint: numberHint, type: 'tel' } } as const;
const PERSON = { name: { label: name }, external_id: { label: externalId } } as const;
const EMAIL = { email: { label: email, type: 'email' } } as const;

function Fields({ form, agents }: FieldsProps) {
  const { errors } = form.formState;
  const agentId = form.watch('agent_id') || agents.find(({ is_default }) => is_default)?.id || '';
  return (
    <>
      <TextFields form={form} of={NUMBER} />
      <TestEnding form={form} />
      <div className={styles.row}>
        <TextFields form={form} of={PERSON} />
      </div>
      <TextFields form={form} of={EMAIL} />
      <Combobox
        label={t.newCall.agent}
        name="agent_id"
        choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={agentId}
        onChange={(id) => form.setValue('agent_id', id)}
        error={errors.agent_id?.message}
      />
      {agentId !== '' && <Variables form={form} agentId={agentId} />}
      <When form={form} />
    </>
  );
}

/** When the call is dialed, and dialed again. */
function When({ form }: { readonly form: UseFormReturn<NewCallValues> }) {
  const { account } = useSignedIn();
  const { errors } = form.formState;
  return (
    <>
      <Input
        label={t.newCall.scheduledFor}
        type="datetime-local"
        hint={t.newCall.scheduledHint(account.timezone)}
        {...fieldProps(form, 'local')}
      />
      <TryAgain
        attempts={form.watch('attempts')}
        waits={form.watch('waits')}
        problems={{ attempts: errors.attempts?.message, waits: errors.waits?.message }}
        onChange={({ attempts, waits }) => {
          if (attempts !== undefined) form.setValue('attempts', attempts);
          if (waits !== undefined) form.setValue('waits', waits);
        }}
      />
    </>
  );
}

function bodyOf(
  {
    phone_number,
    name,
    email,
    external_id,
    agent_id,
    variables,
    test,
    ...more
  }: Omit<NewCallValues, 'local'>,
  scheduled_for: string | null,
  metadata: NewCallDefaults['metadata'],
) {
  const contact = filled({ name, email, external_id });
  const given = filled(variables) as typeof variables;
  const retry = retryOf(more);
  return {
    phone_number,
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(agent_id !== '' && { agent_id }),
    ...(Object.keys(given).length > 0 && { variables: given }),
    ...(metadata && { metadata: { ...metadata } }),
    ...(test && { test }),
    ...(retry && { retry }),
    ...(scheduled_for !== null && { scheduled_for }),
  };
}
