import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { toolRequests } from '../../api/tools';
import { useAddressId } from '../../layout/address';
import { NotLoaded, type RecordPage } from '../../layout/record-page/not-loaded';
import { tool as texts } from '../../messages/en/tools';
import { ToolEditor } from './editor';

/** A tool, or a new one. */
export default function ToolPage(): ReactNode {
  const id = useAddressId();
  return id === '' ? <ToolEditor key="new" tool={null} agents={[]} /> : <Saved key={id} id={id} />;
}

const PAGE: RecordPage = {
  name: 'tool',
  title: texts.title,
  unknown: texts.unknown,
  list: '/tools',
  toList: texts.toTools,
};

function Saved({ id }: { readonly id: string }) {
  const tool = useLive({ key: ['tool', id], load: (signal) => toolRequests.read(id, signal) });
  const agents = useLive({ key: ['agents'], load: requests.agents });
  if (tool.data && agents.data) return <ToolEditor tool={tool.data} agents={agents.data.data} />;
  const retry = () => {
    void tool.refetch();
    void agents.refetch();
  };
  return <NotLoaded page={PAGE} error={tool.error ?? agents.error} retry={retry} />;
}
