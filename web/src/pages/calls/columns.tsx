import { Link } from '../../components/link/link';
import type { CallRow } from '../../api/types';
import { LongName } from '../../components/name/long-name';
import { Status, TestMark } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { ListenRow } from '../../layout/listen/listen-row';
import { useIsPhone } from '../../layout/use-is-phone';
import { shownLength, shownNumber } from '../../lib/shown-time';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** On a phone, the contact's name and the outcome have no columns, and stand below the number. */
function NumberCell({ call }: { readonly call: CallRow }) {
  const isPhone = useIsPhone();
  const { id, phone_number, test, contact_name: name, disposition } = call;
  return (
    <>
      <span className={styles.number}>
        <Link to="/calls/$id" params={{ id }}>
          {phone_number}
        </Link>
        {test && <TestMark />}
      </span>
      {isPhone && (name ?? disposition) !== null && (
        <span className={styles.under}>
          {name && <LongName>{name}</LongName>}
          {disposition && <LongName>{labelInWords(disposition)}</LongName>}
        </span>
      )}
    </>
  );
}

export const CALL_COLUMNS: readonly Column<CallRow>[] = [
  { head: t.calls.number, isMain: true, cell: (call) => <NumberCell call={call} /> },
  {
    head: t.calls.status,
    isMain: true,
    cell: (call) => (
      <>
        <Status status={call.status} />
        {call.status_reason && <span className="note">{call.status_reason}</span>}
        <ListenRow call={call} to="/calls/$id" />
      </>
    ),
  },
  { head: t.calls.name, cell: ({ contact_name }) => contact_name && <LongName>{contact_name}</LongName> },
  {
    head: t.calls.direction,
    isDetail: true,
    cell: ({ direction }) => (
      <span className={styles.word}>{t.calls.directions.get(direction) ?? direction}</span>
    ),
  },
  {
    head: t.calls.agent,
    cell: ({ agent }) => (
      <span className={styles.agent}>
        <LongName>{agent.name}</LongName>
      </span>
    ),
  },
  {
    head: t.calls.outcome,
    cell: ({ disposition, lead_rating }) =>
      disposition && (
        <span className={styles.outcome}>
          <LongName>{labelInWords(disposition)}</LongName>
          {lead_rating !== null && <span className={styles.rating}>{t.calls.rating(lead_rating)}</span>}
        </span>
      ),
  },
  {
    head: t.calls.length,
    isDetail: true,
    isNumber: true,
    cell: ({ duration_seconds }) => duration_seconds !== null && shownLength(duration_seconds),
  },
  { head: t.calls.credits, isDetail: true, isNumber: true, cell: ({ credits }) => shownNumber(credits) },
  { head: t.calls.when, isMain: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

/** With the time of the end, by which the list is ordered. */
export const ENDED_CALL_COLUMNS = CALL_COLUMNS.map((column) =>
  column.head === t.calls.when
    ? {
        ...column,
        head: t.calls.whenEnded,
        cell: ({ created_at, ended_at }: CallRow) => <Time at={ended_at ?? created_at} />,
      }
    : column,
);
