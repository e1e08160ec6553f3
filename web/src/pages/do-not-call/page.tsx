import { type ReactNode, useRef } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { DoNotCallEntry } from '../../api/types';
import { Button } from '../../components/button/button';
import { SearchForm } from '../../components/field/search-form';
import { lazyPart } from '../../components/lazy/lazy';
import { CallLink } from '../../components/link/call-link';
import { Name } from '../../components/name/name';
import { actionsColumn, type Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ListPage, useSearchChange } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import { ActionButton } from '../../layout/use-action';
import { t } from '../../messages/en';
import styles from './page.module.css';

const AddNumber = lazyPart(() => import('./add-number'));

export default function DoNotCall(): ReactNode {
  const mayChange = useSignedIn().account.scopes.includes('calls:write');
  const { q, after } = useAddress();
  const change = useSearchChange();
  const entries = useLive({
    key: ['do-not-call', q, after],
    load: (signal) => requests.doNotCall({ phone_number: q, starting_after: after }, signal),
    keep: true,
  });
  return (
    <ListPage
      name="do-not-call"
      title={t.doNotCall.title}
      caption={t.doNotCall.table}
      list={entries}
      columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
      empty={nothingFound(q)}
      reserve
      actions={mayChange && <DialogButton isNew words={t.doNotCall.add} dialog={AddNumber} />}
      above={<Find value={q ?? ''} onFind={(number) => change({ q: number })} />}
    />
  );
}

/** Without +, a number that lacks its country code is read as another country's. */
function nothingFound(q: string | undefined): string {
  if (q === undefined) return t.doNotCall.empty;
  return q.startsWith('+') ? t.doNotCall.noMatch : t.doNotCall.noMatchWithoutPlus;
}

function Find({ value, onFind }: { readonly value: string; readonly onFind: (number: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <SearchForm
      className={styles.find}
      ref={field}
      label={t.doNotCall.find}
      placeholder={t.doNotCall.findHint}
      value={value}
      onFind={onFind}
    >
      {value !== '' && (
        <Button
          look="quiet"
          onClick={() => {
            onFind('');
            // This button goes.
            field.current?.focus();
          }}
        >
          {t.doNotCall.clear}
        </Button>
      )}
    </SearchForm>
  );
}

const COLUMNS: readonly Column<DoNotCallEntry>[] = [
  { head: t.doNotCall.number, isMain: true, cell: ({ phone_number }) => phone_number },
  { head: t.doNotCall.since, isMain: true, cell: ({ since }) => <Time at={since} /> },
  { head: t.doNotCall.why, cell: (entry) => <Why entry={entry} /> },
];

const ACTIONS = actionsColumn<DoNotCallEntry>((entry) => <Remove entry={entry} />);

function Why({ entry }: { readonly entry: DoNotCallEntry }) {
  return (
    <p>
      <Name>{entry.reason}</Name>{' '}
      {entry.call_id !== null && <CallLink id={entry.call_id}>{t.doNotCall.call}</CallLink>}
    </p>
  );
}

function Remove({ entry: { phone_number } }: { readonly entry: DoNotCallEntry }) {
  return (
    <ActionButton
      words={t.doNotCall.remove}
      ask={{ title: t.doNotCall.removeQuestion(phone_number), text: t.doNotCall.removeText }}
      act={() => requests.removeFromDoNotCall(phone_number)}
      done={t.doNotCall.removed}
      after={() => void queryClient.invalidateQueries({ queryKey: ['do-not-call'] })}
    />
  );
}
