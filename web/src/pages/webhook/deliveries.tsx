import { useNavigate } from '@tanstack/react-router';
import type { Delivery } from '../../api/types';
import { Empty } from '../../components/empty/empty';
import { AddressSelect } from '../../components/field/address-select';
import { CallLink, isHumanCall } from '../../components/link/call-link';
import { Link } from '../../components/link/link';
import { Status } from '../../components/status/status';
import { Paging } from '../../components/table/paging';
import { type Column, Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import type { Search } from '../../lib/search';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'when',
    head: t.webhook.when,
    isMain: true,
    cell: ({ at }) => <Time at={at} />,
  },
  {
    key: 'event',
    head: t.webhook.event,
    cell: ({ type }) => <span className={styles.event}>{type}</span>,
  },
  {
    key: 'result',
    head: t.webhook.result,
    isMain: true,
    cell: ({ id, delivered, error }) => (
      <>
        <Link to="/webhook/deliveries/$id" params={{ id }}>
          <Status status={delivered ? 'delivered' : 'failed'} />
        </Link>
        {error !== null && <span className={styles.why}>{error}</span>}
      </>
    ),
  },
  {
    key: 'code',
    head: t.webhook.code,
    isNumber: true,
    cell: ({ status_code: code }) => code ?? t.common.none,
  },
  {
    key: 'call',
    head: t.webhook.call,
    cell: ({ call_id: id }) =>
      id === null ? (
        t.common.none
      ) : (
        <CallLink id={id}>{isHumanCall(id) ? t.webhook.humanCall : t.webhook.call}</CallLink>
      ),
  },
  {
    key: 'attempt',
    head: t.webhook.attempt,
    isNumber: true,
    cell: ({ attempt }) => shownNumber(attempt),
  },
  {
    key: 'next',
    head: t.webhook.next,
    cell: ({ next_attempt_at: next }) => (next === null ? t.common.none : <Time at={next} />),
  },
];

interface DeliveriesProps {
  readonly rows: readonly Delivery[];
  readonly hasMore: boolean;
}

export function Deliveries({ rows, hasMore }: DeliveriesProps) {
  const { result, after } = useAddress();
  const navigate = useNavigate({ from: '/webhook' });
  const go = (to: Search) =>
    void navigate({ to: '/webhook', search: (former: Search) => ({ ...former, after: undefined, ...to }) });
  return (
    <>
      <div className={styles.filter}>
        <AddressSelect
          label={t.webhook.filter}
          value={result ?? ''}
          onChoose={(chosen) => go({ result: chosen })}
        >
          <option value="">{t.webhook.all}</option>
          <option value="delivered">{t.webhook.delivered}</option>
          <option value="failed">{t.webhook.failed}</option>
        </AddressSelect>
      </div>
      {rows.length === 0 && (
        <Empty>{result === undefined ? t.webhook.noDeliveries : t.webhook.noMatch}</Empty>
      )}
      {rows.length > 0 && (
        <Table caption={t.webhook.deliveries} columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
      )}
      <Paging
        hasMore={hasMore}
        isFirst={after === undefined}
        onOlder={() => go({ after: rows.at(-1)?.id })}
        onNewest={() => go({})}
      />
    </>
  );
}
