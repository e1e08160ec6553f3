import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/error';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Combobox } from '../../components/combobox/combobox';
import { Failed } from '../../components/failed/failed';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { useEnter, useToken } from '../../layout/enter';
import { fieldProps, useSubmit } from '../../layout/form';
import { Page } from '../../layout/page';
import { PageForm, TextFields } from '../../layout/page-form';
import { timeZones } from '../../lib/time-zones';
import { t } from '../../messages/en';
import { isAccountMissing, needsAccount } from './account-needed';

export default function Setup(): ReactNode {
  const token = useToken();
  const service = useLive({ key: ['service'], load: requests.service });
  const account = useLive({ key: ['setup-account', token], load: () => needsAccount(token) });
  const [dead, setDead] = useState('');
  const isGone = dead === token;
  const hasNothingToSetUp = service.data?.setup_needed === false;
  const isReady = service.data !== undefined && !account.isPending;
  const state = isReady ? 'ready' : service.isError ? 'error' : 'loading';
  return (
    <Page name="setup" title={t.setup.title} state={state}>
      {service.error && <Failed error={service.error} retry={() => void service.refetch()} />}
      {isGone || hasNothingToSetUp ? (
        <div className={styles.form} role="alert">
          <p>{t.setup.gone}</p>
          {hasNothingToSetUp ? (
            <Link to="/sign-in">{t.link.toSignIn}</Link>
          ) : (
            <p className="soft">{t.setup.goneText}</p>
          )}
        </div>
      ) : (
        <SetupForm
          token={token}
          hasNoAccount={account.data === true}
          onAccountMissing={() => void account.refetch()}
          onGone={() => {
            setDead(token);
            // Another user may have been faster, or the first response was lost.
            void service.refetch();
          }}
        />
      )}
    </Page>
  );
}

interface SetupFormProps {
  readonly token: string;
  /** The service has no account yet. */
  readonly hasNoAccount: boolean;
  readonly onAccountMissing: () => void;
  readonly onGone: () => void;
}

function useSetup({ token, hasNoAccount, onAccountMissing, onGone }: SetupFormProps) {
  const enter = useEnter();
  const form = useForm({
    defaultValues: { name: '', email: '', password: '', account_name: '', timezone: 'Asia/Kolkata' },
  });
  const sending = useSubmit(form, async ({ account_name, timezone, ...person }) => {
    try {
      await enter(
        await requests.setup({ token, ...person, ...(hasNoAccount && { account_name, timezone }) }),
      );
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 404) onGone();
      if (!hasNoAccount && isAccountMissing(thrown)) onAccountMissing();
      throw thrown;
    }
  });
  return { form, sending };
}

function SetupForm(props: SetupFormProps) {
  const { form, sending } = useSetup(props);
  return (
    <PageForm isAlone sending={sending} words={t.setup.submit}>
      <p className="soft">{t.setup.text}</p>
      <TextFields form={form} of={FIELDS} />
      {props.hasNoAccount && <AccountFields form={form} />}
    </PageForm>
  );
}

const FIELDS = {
  name: { label: t.setup.name, autoComplete: 'name', autoFocus: true },
  email: { label: t.setup.email, type: 'email', autoComplete: 'username' },
  password: {
    label: t.setup.password,
    type: 'password',
    autoComplete: 'new-password',
    hint: t.setup.passwordHint,
  },
} as const;

function AccountFields({ form }: Pick<ReturnType<typeof useSetup>, 'form'>) {
  const { errors } = form.formState;
  return (
    <>
      <Input label={t.setup.accountName} {...fieldProps(form, 'account_name')} />
      <Combobox
        label={t.setup.timezone}
        name="timezone"
        choices={timeZones(form.watch('timezone'))}
        value={form.watch('timezone')}
        onChange={(zone) => form.setValue('timezone', zone)}
        error={errors.timezone?.message}
      />
    </>
  );
}
