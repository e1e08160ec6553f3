import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { DoNotCallEntry } from '../../api/types';
import { Button } from '../../components/button/button';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useConfirm } from '../../layout/confirmation';
import { useAction } from '../../layout/use-action';
import { t } from '../../messages/en';

const COLUMNS: readonly Column<DoNotCallEntry>[] = [
  { key: 'number', head: t.doNotCall.number, isMain: true, cell: ({ phone_number }) => phone_number },
  { key: 'since', head: t.doNotCall.since, isMain: true, cell: ({ since }) => <Time at={since} /> },
  { key: 'why', head: t.doNotCall.why, cell: (entry) => <Why entry={entry} /> },
];

const ACTIONS: Column<DoNotCallEntry> = {
  key: 'actions',
  head: t.doNotCall.actions,
  isMain: true,
  isHeadHidden: true,
  cell: (entry) => <Remove entry={entry} />,
};

export function columnsOf(mayChange: boolean): readonly Column<DoNotCallEntry>[] {
  return mayChange ? [...COLUMNS, ACTIONS] : COLUMNS;
}

function Why({ entry }: { readonly entry: DoNotCallEntry }) {
  return (
    <p>
      <Name>{entry.reason}</Name>{' '}
      {entry.call_id !== null && (
        <Link to="/calls/$id" params={{ id: entry.call_id }}>
          {t.doNotCall.call}
        </Link>
      )}
    </p>
  );
}

function Remove({ entry }: { readonly entry: DoNotCallEntry }) {
  const { confirm } = useConfirm();
  const { run, isBusy } = useAction();
  const remove = async () => {
    const isSure = await confirm({
      title: t.doNotCall.removeQuestion(entry.phone_number),
      text: t.doNotCall.removeText,
      action: t.doNotCall.remove,
    });
    if (!isSure) return;
    await run(() => requests.removeFromDoNotCall(entry.phone_number), t.doNotCall.removed);
    void queryClient.invalidateQueries({ queryKey: ['do-not-call'] });
  };
  return (
    <Button isBusy={isBusy} onClick={() => void remove()}>
      {t.doNotCall.remove}
    </Button>
  );
}
