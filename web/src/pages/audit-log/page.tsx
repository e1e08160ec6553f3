import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { toolRequests } from '../../api/tools';
import type { AuditEntry } from '../../api/types';
import { Combobox } from '../../components/combobox/combobox';
import { Copy, Id } from '../../components/id/copy';
import { Link } from '../../components/link/link';
import { LongName } from '../../components/name/long-name';
import { Name } from '../../components/name/name';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { ListPage, useSearchChange } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import { SettingsTabs } from '../../layout/settings-tabs';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { actionInWords, auditLog as texts, KNOWN_ACTIONS } from '../../messages/en/audit-log';
import { fieldLabel } from '../../messages/en/problems';
import type { ReactNode } from 'react';
import styles from './page.module.css';

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<AuditEntry>[] => [
  { head: texts.when, isMain: true, cell: ({ at }) => <Time at={at} /> },
  {
    head: texts.who,
    isMain: true,
    cell: ({ who, via }) => (
      <span className={styles.who}>
        <Name>{whoIs(who)}</Name>
        {via === 'mcp' && <span className="note">{texts.byAssistant}</span>}
      </span>
    ),
  },
  { head: texts.what, isMain: true, cell: (entry) => <What entry={entry} /> },
  { head: texts.about, cell: ({ subject_id: id }) => id && <Subject id={id} name={names.get(id)} /> },
  {
    head: texts.fields,
    cell: ({ fields }) => fields.length > 0 && <LongName>{fields.map(fieldLabel).join(', ')}</LongName>,
  },
  {
    head: texts.address,
    cell: ({ address }) =>
      address && (
        <span className={styles.address}>
          <Name>{address}</Name>
        </span>
      ),
  },
  { head: texts.count, isNumber: true, cell: ({ count }) => shownNumber(count) },
];

export default function AuditLog(): ReactNode {
  const { action, after } = useAddress();
  const change = useSearchChange();
  const log = useLive({
    key: ['audit-log', action, after],
    load: (signal) => requests.auditLog({ action, starting_after: after }, signal),
    keep: true,
  });
  const names = useNames(log.data?.data ?? []);
  return (
    <ListPage
      name="audit-log"
      title={texts.title}
      list={log}
      columns={columnsOf(names)}
      empty={action === undefined ? texts.empty : texts.noMatch}
      lines={12}
      above={
        <>
          <SettingsTabs />
          <ActionFilter value={action ?? ''} onChange={(next) => change({ action: next })} />
        </>
      }
    />
  );
}

interface ActionFilterProps {
  readonly value: string;
  readonly onChange: (action: string) => void;
}

const CHOICES = KNOWN_ACTIONS.map((action) => ({ value: action, label: actionInWords(action) })).sort(
  (a, b) => a.label.localeCompare(b.label),
);

function ActionFilter({ value, onChange }: ActionFilterProps) {
  const isOther = value !== '' && !KNOWN_ACTIONS.includes(value);
  return (
    <div className={styles.filter}>
      <Combobox
        label={texts.action}
        choices={[
          { value: '', label: texts.anyAction },
          ...CHOICES,
          ...(isOther ? [{ value, label: actionInWords(value) }] : []),
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** In words; the operation's id is a detail. */
function What({ entry: { action } }: { readonly entry: AuditEntry }) {
  return (
    <details className={styles.action}>
      <summary>{actionInWords(action)}</summary>
      <span className="soft small">
        <Name>{texts.operation(action)}</Name>
      </span>
    </details>
  );
}

type SubjectPage =
  | '/agents/$id'
  | '/tools/$id'
  | '/batches/$id'
  | '/calls/$id'
  | '/human-calls/$id'
  | '/webhook/deliveries/$id'
  | '/settings/members'
  | '/keys';

/** With its name where the page knows it, and a link where it has a page. */
function Subject({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  const [, kind = ''] = /^([a-z]+)_/.exec(id) ?? [];
  if (kind === '') return <Name>{id}</Name>;
  const words = name ?? texts.kinds.get(kind);
  const to = PAGES.get(kind);
  return (
    <span className={styles.subject}>
      {words === undefined ? (
        <Id id={id} />
      ) : (
        <>
          {to ? (
            <Link to={to} params={{ id }}>
              <Name>{words}</Name>
            </Link>
          ) : (
            <Name>{words}</Name>
          )}
          <Copy text={id} label={t.common.copyId} />
        </>
      )}
    </span>
  );
}

const PAGES: ReadonlyMap<string, SubjectPage> = new Map([
  ['agent', '/agents/$id'],
  ['tool', '/tools/$id'],
  ['batch', '/batches/$id'],
  ['call', '/calls/$id'],
  ['hcall', '/human-calls/$id'],
  ['dlv', '/webhook/deliveries/$id'],
  ['csl', '/settings/members'],
  ['key', '/keys'],
]);

/** Names of agents and tools, of those who acted, and of the first members and keys. */
function useNames(rows: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const { account } = useSignedIn();
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const tools = useLive({ key: ['tools'], load: toolRequests.list });
  const members = useLive({
    key: ['members', undefined],
    load: (signal) => requests.members(undefined, signal),
  });
  const keys = useLive({ key: ['keys', undefined], load: (signal) => requests.keys(undefined, signal) });
  const named: readonly { readonly id: string; readonly name: string }[] = [
    ...rows.flatMap(({ who: { id, name } }) => (id === null ? [] : [{ id, name }])),
    ...(agents.data?.data ?? []),
    ...(tools.data?.data ?? []),
    ...(members.data?.data ?? []),
    ...(keys.data?.data ?? []),
  ];
  return new Map([
    [account.id, account.name],
    ...named.map(({ id, name }): readonly [string, string] => [id, name]),
  ]);
}

function whoIs({ kind, name }: AuditEntry['who']): string {
  return kind === 'key' ? `${texts.key} ${name}` : name;
}
