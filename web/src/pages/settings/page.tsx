import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Page } from '../../layout/page';
import { SettingsTabs } from '../../layout/settings-tabs';
import { t } from '../../messages/en';
import { AccountForm } from './account-form';
import { CallingForm } from './calling-form';
import { DispositionsForm } from './dispositions-form';
import { ListeningForm } from './listening-form';
import { Plan } from './plan';
import { RetryForm } from './retry-form';

export default function Settings(): ReactNode {
  const settings = useLive({ key: ['settings'], load: requests.settings });
  const state = settings.data ? 'ready' : settings.isError ? 'error' : 'loading';
  return (
    <Page name="settings" title={t.settings.title} state={state}>
      <SettingsTabs />
      {settings.error && <Failed error={settings.error} retry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton lines={10} />}
      {settings.data && (
        <>
          <AccountForm settings={settings.data} />
          <CallingForm settings={settings.data} />
          <RetryForm settings={settings.data} />
          <ListeningForm settings={settings.data} />
          <DispositionsForm settings={settings.data} />
          <Plan plan={settings.data.plan} />
        </>
      )}
    </Page>
  );
}
