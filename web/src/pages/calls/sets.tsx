import { queryClient } from '../../api/queries';
import type { CallFilters } from '../../api/call-filters';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { useConfirm } from '../../layout/confirmation';
import { DownloadLink } from '../../layout/download/download-link';
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
  const { confirm } = useConfirm();
  const toast = useToast();
  const { run, isBusy } = useAction();
  const sure = (title: string, action: string) =>
    confirm({ title, text: t.calls.cancelText, action, back: t.common.goBack });
  const cancel = async (what: CallSet) => {
    const sum = { canceled: 0, left: 0 };
    const isDone = await run(() => cancelAll(what, account.id, sum));
    if (isDone) {
      const { canceled, left } = sum;
      const others = left > 0 ? ` ${t.calls.notCancelable(left, shownNumber(left))}` : '';
      toast({ text: t.calls.canceled(canceled, shownNumber(canceled)) + others });
      selection.clear();
      focusHeading();
    }
    void queryClient.invalidateQueries({ queryKey: ['calls'] });
  };
  const cancelSelected = async () => {
    const { size } = selection.ids;
    const words = t.calls.cancel(size, shownNumber(size));
    if (await sure(t.calls.cancelQuestion(words), words)) await cancel({ ids: [...selection.ids] });
  };
  const cancelMatching = async () => {
    let found = { count: 0, isMore: false };
    const isKnown = await run(async () => {
      found = await requests.countWaiting(filters);
    });
    if (!isKnown) return;
    const { count, isMore } = found;
    if (count === 0) {
      toast({ text: t.calls.noneWaits });
      return;
    }
    const title = isMore
      ? t.calls.cancelMore(shownNumber(count))
      : t.calls.cancelQuestion(t.calls.cancel(count, shownNumber(count)));
    if (await sure(title, t.calls.cancelMatching)) await cancel({ filter: filters });
  };
  return { cancelSelected, cancelMatching, isBusy };
}

type CallSet = { ids: string[] } | { filter: CallFilters };

/** One request cancels a part of a large set. `sum` counts those of all requests. */
async function cancelAll(
  what: CallSet,
  account: string,
  sum: { canceled: number; left: number },
): Promise<void> {
  for (let more = true; more;) {
    const answer = await requests.cancelCalls(what, account);
    sum.canceled += answer.canceled;
    sum.left += answer.not_cancelable;
    // If none could be canceled, another request would not end the loop.
    more = answer.more && answer.canceled > 0;
  }
}
