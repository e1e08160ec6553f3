import { type ReactNode, useEffect, useRef, useState } from 'react';
import { EVERY } from '../../api/live';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Call as CallAnswer, CallContext } from '../../api/types';
import { Failed } from '../../components/failed/failed';
import { Name } from '../../components/name/name';
import { Status, statusWord } from '../../components/status/status';
import { useAddressId } from '../../layout/address';
import { Deliveries } from '../../layout/deliveries/deliveries';
import { Listen } from '../../layout/listen/listen';
import { Page } from '../../layout/page';
import { NotLoaded, type RecordPage } from '../../layout/record-page/not-loaded';
import { Columns, StatusLine } from '../../layout/record-page/record-page';
import { FINAL_CALL_STATUSES } from '../../lib/contract.gen';
import { shownLength } from '../../lib/shown-time';
import { useFirstShown } from '../../layout/use-first-shown';
import { useLast } from '../../layout/record-page/use-last';
import { useListening } from '../../live/use-listening';
import { t } from '../../messages/en';
import { Actions } from './actions';
import { AgentPart, Details } from './details';
import { Happened } from './happened';
import { OutcomePart } from './outcome';
import { Talk } from './talk';

export default function Call(): ReactNode {
  const id = useAddressId();
  return <OneCall key={id} id={id} />;
}

const PAGE: RecordPage = {
  name: 'call',
  title: t.call.title,
  unknown: t.call.unknown,
  list: '/calls',
  toList: t.call.toCalls,
};

function OneCall({ id }: { readonly id: string }) {
  const call = useLive({ key: ['call', id], load: (signal) => requests.call(id, signal) });
  const context = useLive({
    key: ['context', id],
    load: (signal) => requests.callContext(id, signal),
    every: (last) => (last === undefined || last.live ? EVERY.call : EVERY.once),
  });
  useNewStatus(id, call.data, context.data);
  const ear = useListening({ kind: 'call', id });
  const live = useLast(context.data?.live ?? null, call.data !== undefined && isOver(call.data));
  const isShown = useFirstShown(call.data && context.data) !== undefined;
  const error = call.error ?? context.error;
  const retry = () => {
    void call.refetch();
    void context.refetch();
  };
  if (error?.status === 404 || !call.data || !context.data || !isShown) {
    return <NotLoaded page={PAGE} error={error} retry={retry} />;
  }
  // The live status, polled every second, is newer than the call itself.
  const now = live ? { ...call.data, status: live.status } : call.data;
  return (
    <Page name="call" title={call.data.phone_number} state="ready" actions={<Actions call={now} />}>
      {error && <Failed error={error} retry={retry} />}
      <State call={now} live={live} />
      <Listen kind="call" ear={ear} isInProgress={now.status === 'in_progress'} />
      <Columns
        start={
          <>
            <OutcomePart call={now} />
            <Talk call={now} live={live} words={ear.state} />
          </>
        }
        end={
          <>
            <Happened id={id} />
            <AgentPart agent={context.data.agent} />
            <Deliveries callId={id} isOver={!live} />
            <Details call={now} context={context.data} />
          </>
        }
      />
    </Page>
  );
}

interface StateProps {
  readonly call: CallAnswer;
  readonly live: CallContext['live'];
}

function State({ call, live }: StateProps) {
  const reason = live ? live.status_reason : call.status_reason;
  const wasLive = useWasLive(live !== null);
  return (
    <StatusLine>
      {call.contact.name !== undefined && (
        <strong>
          <Name>{call.contact.name}</Name>
        </strong>
      )}
      <Status status={call.status} testId="call-status" />
      {live?.elapsed_seconds != null && (
        <span>
          {t.call.elapsed} {shownLength(live.elapsed_seconds)}
        </span>
      )}
      {reason && <span className="soft">{reason}</span>}
      <span className="hidden" role="status">
        {(live ?? (wasLive && call.ended_at !== undefined)) && t.call.statusNow(statusWord(call.status))}
      </span>
    </StatusLine>
  );
}

/** Stays true: the end of a call that the page has followed is announced, too. */
function useWasLive(isLive: boolean): boolean {
  const [was, setWas] = useState(isLive);
  if (isLive && !was) setWas(true);
  return was;
}

/**
 * Loads the rest of the call when its status is new, and when it is final and analysed. The first status is new, too, when the
 * call was loaded before it.
 */
function useNewStatus(id: string, call: CallAnswer | undefined, context: CallContext | undefined): void {
  const status = context && (context.live?.status ?? OVER);
  const loaded = call && (isOver(call) ? OVER : call.status);
  const former = useRef<string>(undefined);
  useEffect(() => {
    if (status === undefined || loaded === undefined) return;
    if (status !== (former.current ?? loaded)) {
      for (const part of ['call', 'timeline', 'call-tools', 'call-deliveries']) {
        void queryClient.invalidateQueries({ queryKey: [part, id] });
      }
    }
    former.current = status;
  }, [id, status, loaded]);
}

const OVER = 'over';

/** Final and analysed. */
function isOver({ status, outcome }: CallAnswer): boolean {
  return FINAL_CALL_STATUSES.some((final) => final === status) && (status !== 'completed' || outcome != null);
}
