import { queryClient } from '../../api/queries';
import type { CallFilters } from '../../api/call-filters';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { DownloadLink } from '../../layout/buttons/download-link';
import { focusHeading } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { useToast } from '../../layout/toast';
import { useAction } from '../../layout/use-action';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { Selection } from './selection';

interface SetsProps {
  readonly filters: CallFilters;
  readonly selection: Selection;
}

/** Export, cancel the selected calls, or all that wait. */
export function Sets({ filters, selection }: SetsProps) {
  const { account } = useSignedIn();
  const { cancelSelected, cancelMatching, isBusy } = useCancellation({ filters, selection });
  const mayCall = account.scopes.includes('calls:write');
  const mayWait = !filters.status || filters.status.split(',').includes('queued');
  const { size } = selection.ids;
  return (
    <div className={styles.sets}>
      {mayCall && size > 0 && (
        <Button isBusy={isBusy} onClick={() => void cancelSelected()}>
          {t.calls.cancel(size, shownNumber(size))}
        </Button>
      )}
      {mayCall && mayWait && (
        <Button look="quiet" isBusy={isBusy} onClick={() => void cancelMatching()}>
          {t.calls.cancelMatching}
        </Button>
      )}
      <DownloadLink look="quiet" href={requests.callsFile(filters, account.id)}>
        {t.calls.exportCsv}
      </DownloadLink>
    </div>
  );
}

/** Cancels after a confirmation. */
function useCancellation({ filters, selection }: SetsProps) {
  const { account } = useSignedIn();
  const toast = useToast();
  const { run, isBusy } = useAction();
  const cancel = (what: CallSet, title: string, action: string) =>
    run(() => cancelAll(what, account.id), {
      ask: { title, text: t.calls.cancelText, action, back: t.common.goBack },
      done: ({ canceled, left }) =>
        t.calls.canceled(canceled, shownNumber(canceled)) +
        (left > 0 ? ` ${t.calls.notCancelable(left, shownNumber(left))}` : ''),
      after: (success) => {
        if (success) {
          selection.clear();
          focusHeading();
        }
        void queryClient.invalidateQueries({ queryKey: ['calls'] });
      },
    });
  const cancelSelected = () => {
    const { size } = selection.ids;
    const title = t.calls.cancelQuestion(size, shownNumber(size));
    return cancel({ ids: [...selection.ids] }, title, t.calls.cancel(size, shownNumber(size)));
  };
  const cancelMatching = async () => {
    const found = await run(() => requests.countWaiting(filters));
    if (!found) return;
    const { count, isMore } = found.result;
    if (count === 0) {
      toast({ text: t.calls.noneWaits });
      return;
    }
    const title = isMore
      ? t.calls.cancelMore(shownNumber(count))
      : t.calls.cancelQuestion(count, shownNumber(count));
    await cancel({ filter: filters }, title, t.calls.cancelMatching);
  };
  return { cancelSelected, cancelMatching, isBusy };
}

type CallSet = { ids: string[] } | { filter: CallFilters };

/** One request cancels a part of a large set. */
async function cancelAll(what: CallSet, account: string) {
  const sum = { canceled: 0, left: 0 };
  for (let more = true; more;) {
    const answer = await requests.cancelCalls(what, account);
    sum.canceled += answer.canceled;
    sum.left += answer.not_cancelable;
    // If none could be canceled, another request would not end the loop.
    more = answer.more && answer.canceled > 0;
  }
  return sum;
}
