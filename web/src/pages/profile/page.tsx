import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Page } from '../../layout/page';
import { t } from '../../messages/en';
import { PasswordForm } from './password-form';
import { PersonForm } from './person-form';
import { Sessions } from './sessions';

export default function Profile(): ReactNode {
  const session = useLive({ key: ['session'], load: requests.session });
  return (
    <Page
      name="profile"
      title={t.profile.title}
      state={session.data ? 'ready' : session.isError ? 'error' : 'loading'}
    >
      {session.error && !session.data && (
        <Failed error={session.error} retry={() => void session.refetch()} />
      )}
      {session.isPending && <Skeleton />}
      {session.data && (
        <>
          <PersonForm login={session.data.login} />
          <PasswordForm email={session.data.login.email} />
          <Sessions />
        </>
      )}
    </Page>
  );
}
