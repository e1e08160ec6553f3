import { type ReactNode, useState } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { useAddress } from '../../layout/address';
import { NoAgent } from '../../layout/no-agent';
import { Page } from '../../layout/page';
import { NotLoaded } from '../../layout/record-page/not-loaded';
import { countriesOf } from '../../lib/upload/calling-codes';
import { t } from '../../messages/en';
import { CallAgain, PAGE } from './call-again';
import { FromFile } from './from-file';

export default function BatchNew(): ReactNode {
  const { again } = useAddress();
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const settings = useLive({ key: ['settings'], load: requests.settings });
  const [uploads, setUploads] = useState(0);
  if (!agents.data || !settings.data) {
    const retry = () => {
      void agents.refetch();
      void settings.refetch();
    };
    return <NotLoaded page={PAGE} error={agents.error ?? settings.error} retry={retry} />;
  }
  const usable = agents.data.data.filter(({ enabled, direction }) => enabled && direction !== 'inbound');
  const countries = countriesOf(settings.data.plan.countries);
  if (usable.length === 0) {
    return (
      <Page name="batch-new" title={t.upload.title} state="ready">
        <NoAgent />
      </Page>
    );
  }
  if (again !== undefined) return <CallAgain key={again} id={again} agents={usable} />;
  return (
    <Page name="batch-new" title={t.upload.title} state="ready">
      <FromFile
        key={uploads}
        agents={usable}
        countries={countries}
        onAnother={() => setUploads(uploads + 1)}
      />
    </Page>
  );
}
