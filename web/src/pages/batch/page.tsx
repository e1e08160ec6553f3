import { type ReactNode, useEffect, useState } from 'react';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Batch as BatchAnswer } from '../../api/types';
import { Failed } from '../../components/failed/failed';
import { Id } from '../../components/id/copy';
import { Name } from '../../components/name/name';
import { Facts, Part } from '../../components/part/part';
import { Progress } from '../../components/progress/progress';
import { Time } from '../../components/time/time';
import { useAddressId } from '../../layout/address';
import { Page } from '../../layout/page';
import { NotLoaded, type RecordPage } from '../../layout/record-page/not-loaded';
import { Columns } from '../../layout/record-page/record-page';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Actions } from './actions';
import { Counts, Outcomes } from './counts';
import styles from './page.module.css';

export default function Batch(): ReactNode {
  const id = useAddressId();
  return <OneBatch key={id} id={id} />;
}

const PAGE: RecordPage = {
  name: 'batch',
  title: t.batch.title,
  unknown: t.batch.unknown,
  list: '/batches',
  toList: t.batch.toBatches,
};

function OneBatch({ id }: { readonly id: string }) {
  const batch = useLive({
    key: ['batch', id],
    load: (signal) => requests.batch(id, signal),
    every: (last) => (last && isOver(last) ? EVERY.once : EVERY.batch),
  });
  const { data, error } = batch;
  const retry = () => void batch.refetch();
  if (error?.status === 404 || !data) return <NotLoaded page={PAGE} error={error} retry={retry} />;
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
      <Columns
        wide="end"
        start={<Counts batch={data} />}
        end={
          <>
            <Outcomes outcomes={data.outcomes} />
            <Details batch={data} />
          </>
        }
      />
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
    [t.attempts.title, batch.total > batch.rows.total && shownNumber(batch.total)],
    [t.batch.test, batch.test && t.common.yes],
    [t.batch.id, <Id key="id" id={batch.id} />],
  ] as const;
  return (
    <Part title={t.batch.details}>
      <Facts facts={facts} />
    </Part>
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
