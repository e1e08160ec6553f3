import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../api/error';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Role } from '../../api/types';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import styles from '../../components/form/form.module.css';
import { Link as RouterLink } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { useEnter, useToken } from '../../layout/enter';
import { useSubmit } from '../../layout/form';
import { Page } from '../../layout/page';
import { PageForm, TextFields } from '../../layout/page-form';
import { t } from '../../messages/en';

export default function Link(): ReactNode {
  const token = useToken();
  const link = useLive({
    key: ['link', token],
    load: () => requests.inspectLink(token),
    isOff: token === '',
  });
  const isGone = token === '' || link.error?.status === 404 || link.error?.status === 400;
  const state = link.data || isGone ? 'ready' : link.isError ? 'error' : 'loading';
  return (
    <Page name="link" title={t.link.title} state={state}>
      {isGone && (
        <div className={styles.form} role="alert">
          <p>{t.link.gone}</p>
          <RouterLink to="/sign-in">{t.link.toSignIn}</RouterLink>
          <RouterLink to="/forgot">{t.link.toForgot}</RouterLink>
        </div>
      )}
      {!isGone && link.error && <Failed error={link.error} retry={() => void link.refetch()} />}
      {!isGone && link.isPending && <Skeleton lines={3} />}
      {link.data && !isGone && <Redeem token={token} link={link.data} onGone={() => void link.refetch()} />}
    </Page>
  );
}

interface RedeemProps {
  readonly token: string;
  readonly link: {
    readonly email: string;
    readonly account_name: string | null;
    readonly roles: readonly Role[];
  };
  readonly onGone: () => void;
}

function Redeem({ token, link, onGone }: RedeemProps) {
  const enter = useEnter();
  const form = useForm({ defaultValues: { password: '' } });
  const sending = useSubmit(form, async ({ password }) => {
    try {
      await enter(await requests.redeemLink(token, password));
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.status === 404) onGone();
      throw thrown;
    }
  });
  return (
    <PageForm isAlone sending={sending} words={t.link.submit}>
      {link.account_name !== null && link.roles.length > 0 && (
        <p>
          <Name>{link.account_name}</Name> {t.link.invites(link.roles)}
        </p>
      )}
      <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      <TextFields form={form} of={FIELDS} />
    </PageForm>
  );
}

const FIELDS = {
  password: {
    label: t.link.newPassword,
    type: 'password',
    autoComplete: 'new-password',
    hint: t.setup.passwordHint,
  },
} as const;
