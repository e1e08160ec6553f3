import { type ReactNode, useEffect, useState } from 'react';
import { nowMs } from '../../api/clock';
import type { HumanCall } from '../../api/human-calls';
import { EVERY } from '../../api/live';
import { queryClient, useLive } from '../../api/queries';
import { Failed } from '../../components/failed/failed';
import { Name } from '../../components/name/name';
import { Status, statusWord } from '../../components/status/status';
import { shownLength } from '../../lib/shown-time';
import { useListening } from '../../live/use-listening';
import { t } from '../../messages/en';
import { useAddressId } from '../address';
import { Deliveries } from '../deliveries/deliveries';
import { Listen } from '../listen/listen';
import { focusHeading, Page } from '../page';
import { NotLoaded } from '../record-page/not-loaded';
import { Columns, StatusLine } from '../record-page/record-page';
import { ActionButton } from '../use-action';
import { Analysis, Cost, Details } from './details';
import { Disposition } from './disposition';
import { Legs } from './legs';
import { Lines } from './lines';
import { isCancelable, isOver } from './standing';
import { Supervised } from './supervised';
import { Talk } from './talk';
import type { Whose } from './whose';

export function OneHumanCall({ whose }: { readonly whose: Whose }): ReactNode {
  const id = useAddressId();
  return <Shown key={id} whose={whose} id={id} />;
}

function Shown({ whose, id }: { readonly whose: Whose; readonly id: string }) {
  const query = useLive({
    key: [whose.onePage, id],
    load: (signal) => whose.requests.read(id, signal),
    every: (last) => (last && isOver(last) ? EVERY.once : EVERY.call),
  });
  const { data: call, error } = query;
  const retry = () => void query.refetch();
  if (error?.status === 404 || !call) return <NotLoaded page={whose.record} error={error} retry={retry} />;
  const isInProgress = call.status === 'in_progress';
  return (
    <Page
      name={whose.onePage}
      title={call.phone_number}
      state="ready"
      actions={isCancelable(call) && <Cancel whose={whose} id={id} />}
    >
      {error && <Failed error={error} retry={retry} />}
      <State call={call} />
      {whose.isMine ? isInProgress && <Supervised id={id} /> : <Ears id={id} isInProgress={isInProgress} />}
      <Legs call={call} />
      <Columns
        start={
          <>
            <Disposition whose={whose} call={call} />
            <Analysis analysis={call.analysis} />
            <Talk whose={whose} call={call} />
          </>
        }
        end={
          <>
            {!whose.isMine && <Lines id={id} isOver={isOver(call)} />}
            <Deliveries callId={id} isOver={isOver(call)} />
            <Cost cost={call.cost} analysis={call.analysis} />
            <Details call={call} />
          </>
        }
      />
    </Page>
  );
}

function Ears({ id, isInProgress }: { readonly id: string; readonly isInProgress: boolean }) {
  const ear = useListening({ kind: 'human_call', id });
  return <Listen kind="human_call" ear={ear} isInProgress={isInProgress} />;
}

function State({ call }: { readonly call: HumanCall }) {
  const { contact, status, status_reason, answered_at } = call;
  return (
    <StatusLine>
      {contact.name !== undefined && (
        <strong>
          <Name>{contact.name}</Name>
        </strong>
      )}
      <Status status={status} testId="call-status" />
      {status === 'in_progress' && answered_at !== null && <Elapsed since={answered_at} />}
      {status_reason !== undefined && <span className="soft">{status_reason}</span>}
      <span className="hidden" role="status">
        {t.call.statusNow(statusWord(status))}
      </span>
    </StatusLine>
  );
}

/** The call itself does not change while people talk. */
function Elapsed({ since }: { readonly since: string }) {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span>
      {t.call.elapsed} {shownLength((now - Date.parse(since)) / 1_000)}
    </span>
  );
}

function Cancel({ whose, id }: { readonly whose: Whose; readonly id: string }) {
  return (
    <ActionButton
      words={t.humanCalls.cancel}
      ask={{ title: t.humanCalls.cancelQuestion, text: t.humanCalls.cancelText, back: t.common.goBack }}
      act={() => whose.requests.cancel(id)}
      done={t.humanCalls.canceled}
      after={(success) => {
        if (success) focusHeading();
        void queryClient.invalidateQueries({ queryKey: [whose.onePage, id] });
        void queryClient.invalidateQueries({ queryKey: [whose.listPage] });
      }}
    />
  );
}
