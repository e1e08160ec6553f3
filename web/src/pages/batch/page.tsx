import { type ReactNode, useEffect, useState } from 'react';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Batch as BatchAnswer } from '../../api/types';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Id } from '../../components/id/copy';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { Progress } from '../../components/progress/progress';
import { Time } from '../../components/time/time';
import { useAddressId } from '../../layout/address';
import { Page } from '../../layout/page';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Actions } from './actions';
import { Counts, Outcomes } from './counts';
import styles from './page.module.css';

export default function Batch(): ReactNode {
  const id = useAddressId();
  return <OneBatch key={id} id={id} />;
}

function OneBatch({ id }: { readonly id: string }) {
  const batch = useLive({
    key: ['batch', id],
    load: (signal) => requests.batch(id, signal),
    every: (last) => (last && isOver(last) ? EVERY.once : EVERY.batch),
  });
  const { data, error } = batch;
  if (error?.status === 404) {
    return (
      <Page name="batch" title={t.batch.title} state="error">
        <p role="alert">{t.batch.unknown}</p>
        <br />
        <Link to="/batches">{t.batch.toBatches}</Link>
      </Page>
    );
  }
  const retry = () => void batch.refetch();
  if (!data) {
    return (
      <Page name="batch" title={t.batch.title} state={error ? 'error' : 'loading'}>
        {error ? <Failed error={error} retry={retry} /> : <Skeleton lines={12} />}
      </Page>
    );
  }
  const name = data.name ?? t.batches.unnamed;
  return (
    <Page
      name="batch"
      title={name}
      heading={<Name>{name}</Name>}
      isForeign
      state="ready"
      actions={<Actions batch={data} />}
    >
      {error && <Failed error={error} retry={retry} />}
      <RowProgress rows={data.rows} />
      <div className={styles.columns}>
        <Counts batch={data} />
        <div className={styles.column}>
          <Outcomes outcomes={data.outcomes} />
          <Details batch={data} />
        </div>
      </div>
    </Page>
  );
}

function RowProgress({ rows: { total, open } }: { readonly rows: BatchAnswer['rows'] }) {
  return (
    <>
      <div className={styles.progress} data-testid="batch-progress">
        <Progress label={t.batches.progress} done={total - open} of={total} />
      </div>
      <Told text={t.batch.progressNow(shownNumber(total - open), total, shownNumber(total))} />
    </>
  );
}

function Details({ batch }: { readonly batch: BatchAnswer }) {
  const facts = [
    [t.batch.agent, <Name key="agent">{batch.agent.name}</Name>],
    [t.batch.created, <Time key="created" at={batch.created_at} />],
    ...(batch.total > batch.rows.total ? [[t.attempts.title, shownNumber(batch.total)] as const] : []),
    ...(batch.test ? [[t.batch.test, t.common.yes] as const] : []),
    [t.batch.id, <Id key="id" id={batch.id} />],
  ] as const;
  return (
    <section className={styles.part} aria-labelledby="batch-details">
      <h2 id="batch-details">{t.batch.details}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All calls are final, and the connected ones are analysed. */
function isOver({ finished, total, counts, outcomes }: BatchAnswer): boolean {
  const analysed = outcomes.reduce((sum, { count }) => sum + count, 0);
  return finished === total && analysed >= counts.completed;
}

const TELL_EVERY_MS = 5_000;

/** Announces a change to screen readers, at most every five seconds. */
function Told({ text }: { readonly text: string }) {
  const [told, setTold] = useState({ text, at: 0 });
  useEffect(() => {
    if (text === told.text) return undefined;
    const later = setTimeout(
      () => setTold({ text, at: Date.now() }),
      Math.max(0, told.at + TELL_EVERY_MS - Date.now()),
    );
    return () => clearTimeout(later);
  }, [text, told]);
  return (
    <p role="status" className="hidden">
      {told.at === 0 ? '' : told.text}
    </p>
  );
}
