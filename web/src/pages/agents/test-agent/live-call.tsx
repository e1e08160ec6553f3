import { EVERY } from '../../../api/live';
import { useLive } from '../../../api/queries';
import { requests } from '../../../api/requests';
import { Link } from '../../../components/link/link';
import { Found } from '../../../components/outcome/outcome';
import { Status, statusWord } from '../../../components/status/status';
import { Transcript } from '../../../components/transcript/transcript';
import { FailedParts } from '../../../layout/failed-parts';
import { type QueuedCall, QueueNotes, Warnings } from '../../../layout/new-call/queue-notes';
import { useLast } from '../../../layout/record-page/use-last';
import { shownLength } from '../../../lib/shown-time';
import { t } from '../../../messages/en';
import { testAgent as texts } from '../../../messages/en/test-agent';
import styles from './test-agent.module.css';

export function LiveCall({ queued }: { readonly queued: QueuedCall }) {
  const { id, warnings } = queued;
  const { status, reason, live, outcome, queries } = useProgress(queued);
  const isWaiting = status === undefined || status === 'queued';
  return (
    <section className={styles.part} data-testid="test-call" data-id={id}>
      <FailedParts of={queries} />
      <div role="status" className={styles.part}>
        {isWaiting ? (
          <QueueNotes call={{ id, warnings, ...(reason !== undefined && { status_reason: reason }) }} />
        ) : (
          <Warnings of={warnings} />
        )}
      </div>
      <p className={styles.state}>
        {status !== undefined && <Status status={status} testId="call-status" />}
        {live?.elapsed_seconds != null && (
          <span>
            {t.call.elapsed} {shownLength(live.elapsed_seconds)}
          </span>
        )}
        {!isWaiting && reason !== undefined && <span className="soft">{reason}</span>}
        <Link to="/calls/$id" params={{ id }}>
          {texts.open}
        </Link>
      </p>
      <span className="hidden" role="status">
        {status !== undefined && t.call.statusNow(statusWord(status))}
      </span>
      {(live || outcome) && (
        <Transcript turns={outcome?.transcript ?? live?.turns ?? []} heard={-1} isLive={live !== null} />
      )}
      {outcome && (
        <section className={styles.part} data-testid="outcome">
          <h3>{t.call.outcome}</h3>
          <Found outcome={outcome} />
        </section>
      )}
    </section>
  );
}

/** The live part of a call until its end, then the call itself. */
function useProgress({ id, status_reason: firstReason }: QueuedCall) {
  const context = useLive({
    key: ['context', id],
    load: (signal) => requests.callContext(id, signal),
    every: (last) => (last === undefined || last.live ? EVERY.call : EVERY.once),
  });
  const isOver = context.data?.live === null;
  const call = useLive({ key: ['call', id], load: (signal) => requests.call(id, signal), isOff: !isOver });
  const live = useLast(context.data?.live ?? null, call.data !== undefined);
  const { status, status_reason } = live ?? call.data ?? { status: undefined, status_reason: firstReason };
  const queries = [context, call];
  return { status, reason: status_reason ?? undefined, live, outcome: call.data?.outcome, queries };
}
