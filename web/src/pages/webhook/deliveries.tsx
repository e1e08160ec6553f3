import type { ComponentProps } from 'react';
import type { Delivery } from '../../api/types';
import { AddressSelect } from '../../components/field/address-select';
import { CallLink, isHumanCall } from '../../components/link/call-link';
import { Link } from '../../components/link/link';
import { Status } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { Rows, useSearchChange } from '../../layout/list-page';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

const COLUMNS: readonly Column<Delivery>[] = [
  { head: t.webhook.when, isMain: true, cell: ({ at }) => <Time at={at} /> },
  { head: t.webhook.event, cell: ({ type }) => <span className={styles.event}>{type}</span> },
  {
    head: t.webhook.result,
    isMain: true,
    cell: ({ id, delivered, error }) => (
      <>
        <Link to="/webhook/deliveries/$id" params={{ id }}>
          <Status status={delivered ? 'delivered' : 'failed'} />
        </Link>
        {error !== null && <span className="note">{error}</span>}
      </>
    ),
  },
  { head: t.webhook.code, isNumber: true, cell: ({ status_code: code }) => code ?? t.common.none },
  {
    head: t.webhook.call,
    cell: ({ call_id: id }) =>
      id === null ? (
        t.common.none
      ) : (
        <CallLink id={id}>{isHumanCall(id) ? t.webhook.humanCall : t.webhook.call}</CallLink>
      ),
  },
  { head: t.webhook.attempt, isNumber: true, cell: ({ attempt }) => shownNumber(attempt) },
  {
    head: t.webhook.next,
    cell: ({ next_attempt_at: next }) => (next === null ? t.common.none : <Time at={next} />),
  },
];

type DeliveriesProps = Pick<ComponentProps<typeof Rows<Delivery>>, 'list'>;

export function Deliveries({ list }: DeliveriesProps) {
  const { result } = useAddress();
  const change = useSearchChange();
  return (
    <>
      <div className={styles.filter}>
        <AddressSelect
          label={t.webhook.filter}
          value={result ?? ''}
          onChoose={(chosen) => change({ result: chosen })}
        >
          <option value="">{t.webhook.all}</option>
          <option value="delivered">{t.webhook.delivered}</option>
          <option value="failed">{t.webhook.failed}</option>
        </AddressSelect>
      </div>
      <Rows
        isPart
        list={list}
        caption={t.webhook.deliveries}
        columns={COLUMNS}
        empty={result === undefined ? t.webhook.noDeliveries : t.webhook.noMatch}
      />
    </>
  );
}
