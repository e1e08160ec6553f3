import { type ReactNode, useContext } from 'react';
import { nowMs } from '../../api/clock';
import type { HumanCall } from '../../api/human-calls';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { lazyPart } from '../../components/lazy/lazy';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { Zone } from '../../components/time/time';
import { shownTime } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { useAddress } from '../address';
import { DialogButton } from '../buttons/dialog-button';
import { ListPage } from '../list-page';
import { useSignedIn } from '../session';
import { columnsOf } from './columns';
import styles from './human-call.module.css';
import { wantsDisposition } from './standing';
import type { Whose } from './whose';

const StartCall = lazyPart(() => import('./start'));

export function HumanCallList({ whose }: { readonly whose: Whose }): ReactNode {
  const { account } = useSignedIn();
  const { after } = useAddress();
  const calls = useLive({
    key: [whose.listPage, after],
    load: (signal) => whose.requests.list(after, signal),
    every: EVERY.calls,
    keep: true,
  });
  const mayStart = !whose.isMine || account.can_call;
  return (
    <ListPage
      name={whose.listPage}
      title={whose.title}
      list={calls}
      columns={columnsOf(whose)}
      empty={t.humanCalls.empty}
      actions={
        mayStart && <DialogButton isNew words={t.humanCalls.start} dialog={StartCall} with={{ whose }} />
      }
      above={
        <>
          {!mayStart && (
            <p className={styles.notice}>
              <Name>{t.humanCalls.cannotCall(account.blocked_reason ?? '')}</Name>{' '}
              <Link to="/profile">{t.humanCalls.toProfile}</Link>
            </p>
          )}
          {whose.isMine && after === undefined && <Unsaved whose={whose} calls={calls.data?.data ?? []} />}
        </>
      }
    />
  );
}

const REMINDER_MS = 24 * 3_600_000;
const MAX_REMINDERS = 3;

function Unsaved({ whose, calls }: { readonly whose: Whose; readonly calls: readonly HumanCall[] }) {
  const zone = useContext(Zone);
  const unsaved = calls
    .filter((call) => wantsDisposition(call) && nowMs() - Date.parse(call.ended_at ?? '') < REMINDER_MS)
    .slice(0, MAX_REMINDERS);
  return (
    <div role="status">
      {unsaved.length > 0 && (
        <div className={styles.notice}>
          <p>{t.humanCalls.unsaved}</p>
          <ul>
            {unsaved.map(({ id, phone_number, created_at }) => (
              <li key={id}>
                <Link to={whose.one} params={{ id }}>
                  {t.humanCalls.unsavedOne(phone_number, shownTime(created_at, zone))}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
