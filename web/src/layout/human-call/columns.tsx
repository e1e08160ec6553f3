import { Link } from '../../components/link/link';
import type { HumanCall } from '../../api/human-calls';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { shownLength } from '../../lib/shown-time';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import { useIsPhone } from '../use-is-phone';
import { ListenRow } from '../listen/listen-row';
import styles from './human-call.module.css';
import { wantsDisposition } from './standing';
import type { Whose } from './whose';

function NumberCell({ call, whose }: { readonly call: HumanCall; readonly whose: Whose }) {
  const { id, phone_number, contact, disposition } = call;
  return (
    <span className={styles.stack}>
      <Link to={whose.one} params={{ id }}>
        {phone_number}
      </Link>
      {contact.name !== undefined && (
        <span className="soft">
          <LongName>{contact.name}</LongName>
        </span>
      )}
      <PhoneOutcome label={disposition?.label} />
    </span>
  );
}

/** On a phone, which has no column for it. */
function PhoneOutcome({ label }: { readonly label: string | undefined }) {
  const isPhone = useIsPhone();
  return isPhone && label !== undefined && <LongName>{labelInWords(label)}</LongName>;
}

/** On the page of a counsellor's own calls, the counsellor is not shown. */
export function columnsOf(whose: Whose): readonly Column<HumanCall>[] {
  return [
    { head: t.humanCalls.number, isMain: true, cell: (call) => <NumberCell call={call} whose={whose} /> },
    ...(whose.isMine ? [] : [COUNSELLOR]),
    {
      head: t.humanCalls.status,
      isMain: true,
      cell: (call) => <StatusCell call={call} isMine={whose.isMine} />,
    },
    {
      head: t.humanCalls.disposition,
      cell: (call) =>
        call.disposition ? (
          <LongName>{labelInWords(call.disposition.label)}</LongName>
        ) : (
          wantsDisposition(call) && <span className="soft">{t.humanCalls.missing}</span>
        ),
    },
    {
      head: t.humanCalls.length,
      isNumber: true,
      cell: ({ duration_seconds }) => duration_seconds !== null && shownLength(duration_seconds),
    },
    { head: t.humanCalls.when, isMain: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}

const COUNSELLOR: Column<HumanCall> = {
  head: t.humanCalls.counsellor,
  cell: ({ counsellor }) => <LongName>{counsellor.name}</LongName>,
};

function StatusCell({ call, isMine }: { readonly call: HumanCall; readonly isMine: boolean }) {
  return (
    <>
      <Status status={call.status} />
      {call.status_reason !== undefined && <span className="note">{call.status_reason}</span>}
      {!isMine && <ListenRow call={call} to="/human-calls/$id" />}
    </>
  );
}
