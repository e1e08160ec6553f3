import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { toolRequests } from '../../api/tools';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Link } from '../../components/link/link';
import { useAddressId } from '../../layout/address';
import { Page } from '../../layout/page';
import { tool as texts } from '../../messages/en/tools';
import { ToolEditor } from './editor';

/** A tool, or a new one. */
export default function ToolPage(): ReactNode {
  const id = useAddressId();
  return id === '' ? <ToolEditor key="new" tool={null} agents={[]} /> : <Saved key={id} id={id} />;
}

function Saved({ id }: { readonly id: string }) {
  const tool = useLive({ key: ['tool', id], load: (signal) => toolRequests.read(id, signal) });
  const agents = useLive({ key: ['agents'], load: requests.agents });
  if (tool.data && agents.data) return <ToolEditor tool={tool.data} agents={agents.data.data} />;
  const error = tool.error ?? agents.error;
  if (tool.error?.status === 404) {
    return (
      <Page name="tool" title={texts.title} state="error">
        <p role="alert">{texts.unknown}</p>
        <br />
        <Link to="/tools">{texts.toTools}</Link>
      </Page>
    );
  }
  const retry = () => {
    void tool.refetch();
    void agents.refetch();
  };
  return (
    <Page name="tool" title={texts.title} state={error ? 'error' : 'loading'}>
      {error ? <Failed error={error} retry={retry} /> : <Skeleton lines={12} />}
    </Page>
  );
}
