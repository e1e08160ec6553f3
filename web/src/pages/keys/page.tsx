import { type ReactNode, useContext, useState } from 'react';
import { nowMs } from '../../api/clock';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { ApiKey } from '../../api/types';
import { Button } from '../../components/button/button';
import { lazyPart } from '../../components/lazy/lazy';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { Time, Zone } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { useConfirm } from '../../layout/confirmation';
import { AddButton, ListPage } from '../../layout/list-page';
import { useAction } from '../../layout/use-action';
import { dayOf, shownDay } from '../../lib/shown-time';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';

const CreateKey = lazyPart(() => import('./create-key'));
const ConnectAssistant = lazyPart(() => import('./connect-assistant'));

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['keys'] });

export default function Keys(): ReactNode {
  const { after } = useAddress();
  const zone = useContext(Zone);
  const [open, setOpen] = useState<'none' | 'create' | 'connect'>('none');
  const close = () => setOpen('none');
  const keys = useLive({ key: ['keys', after], load: (signal) => requests.keys(after, signal), keep: true });
  return (
    <ListPage
      name="keys"
      title={t.keys.title}
      list={keys}
      columns={columns(dayOf(nowMs(), zone))}
      empty={t.keys.empty}
      actions={
        <>
          <Button onPointerEnter={() => void ConnectAssistant.preload()} onClick={() => setOpen('connect')}>
            {t.keys.connect}
          </Button>
          <AddButton words={t.keys.create} dialog={CreateKey} onOpen={() => setOpen('create')} />
        </>
      }
    >
      {open === 'connect' && <ConnectAssistant onClose={close} />}
      {open === 'create' && (
        <CreateKey
          onClose={() => {
            close();
            refresh();
          }}
        />
      )}
    </ListPage>
  );
}

/** @param today in the account's zone: keys end with their last day */
const columns = (today: string): readonly Column<ApiKey>[] => [
  { key: 'name', head: t.keys.name, isMain: true, cell: ({ name }) => <LongName>{name}</LongName> },
  { key: 'prefix', head: t.keys.prefix, cell: ({ prefix }) => <code>{`aics_${prefix}…`}</code> },
  { key: 'scopes', head: t.keys.scopes, cell: ({ scopes }) => scopes.join(', ') },
  {
    key: 'expires',
    head: t.keys.expires,
    cell: ({ expires_on: day }) =>
      day === null ? t.keys.never : <time dateTime={day}>{shownDay(day)}</time>,
  },
  {
    key: 'used',
    head: t.keys.lastUsed,
    cell: ({ last_used_at: at }) => (at === null ? t.keys.never : <Time at={at} />),
  },
  { key: 'state', head: t.keys.state, isMain: true, cell: (key) => <Status status={stateOf(key, today)} /> },
  {
    key: 'actions',
    head: t.keys.actions,
    isMain: true,
    isHeadHidden: true,
    cell: (key) => key.revoked_at === null && <Revoke apiKey={key} />,
  },
];

function stateOf({ revoked_at, expires_on }: ApiKey, today: string): string {
  if (revoked_at !== null) return 'revoked';
  return expires_on !== null && expires_on < today ? 'expired' : 'active';
}

function Revoke({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) {
  const { confirm } = useConfirm();
  const { run, isBusy } = useAction();
  const revoke = async () => {
    const isSure = await confirm({
      title: t.keys.revokeQuestion(isolated(name)),
      text: t.keys.revokeText,
      action: t.keys.revoke,
    });
    if (!isSure) return;
    await run(() => requests.revokeKey(id), t.keys.revoked);
    refresh();
  };
  return (
    <Button look="quiet" isBusy={isBusy} onClick={() => void revoke()}>
      {t.keys.revoke}
    </Button>
  );
}
