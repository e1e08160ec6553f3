import { type ReactNode, useContext } from 'react';
import { nowMs } from '../../api/clock';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { ApiKey } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import { actionsColumn, type Column } from '../../components/table/table';
import { Time, Zone } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ListPage } from '../../layout/list-page';
import { ActionButton } from '../../layout/use-action';
import { dayOf, shownDay } from '../../lib/shown-time';
import { isolated } from '../../lib/text';
import { t } from '../../messages/en';

const CreateKey = lazyPart(() => import('./create-key'));
const ConnectAssistant = lazyPart(() => import('./connect-assistant'));

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['keys'] });

export default function Keys(): ReactNode {
  const { after } = useAddress();
  const zone = useContext(Zone);
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
          <DialogButton words={t.keys.connect} dialog={ConnectAssistant} />
          <DialogButton isNew words={t.keys.create} dialog={CreateKey} onClose={refresh} />
        </>
      }
    />
  );
}

/** @param today in the account's zone: keys end with their last day */
const columns = (today: string): readonly Column<ApiKey>[] => [
  { head: t.keys.name, isMain: true, cell: ({ name }) => <LongName>{name}</LongName> },
  { head: t.keys.prefix, cell: ({ prefix }) => <code>{`aics_${prefix}…`}</code> },
  { head: t.keys.scopes, cell: ({ scopes }) => scopes.join(', ') },
  {
    head: t.keys.expires,
    cell: ({ expires_on: day }) =>
      day === null ? t.keys.never : <time dateTime={day}>{shownDay(day)}</time>,
  },
  { head: t.keys.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.keys.never : <Time at={at} />) },
  { head: t.keys.state, isMain: true, cell: (key) => <Status status={stateOf(key, today)} /> },
  actionsColumn((key) => key.revoked_at === null && <Revoke apiKey={key} />),
];

function stateOf({ revoked_at, expires_on }: ApiKey, today: string): string {
  if (revoked_at !== null) return 'revoked';
  return expires_on !== null && expires_on < today ? 'expired' : 'active';
}

function Revoke({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) {
  return (
    <ActionButton
      words={t.keys.revoke}
      look="quiet"
      ask={{ title: t.keys.revokeQuestion(isolated(name)), text: t.keys.revokeText }}
      act={() => requests.revokeKey(id)}
      done={t.keys.revoked}
      after={refresh}
    />
  );
}
