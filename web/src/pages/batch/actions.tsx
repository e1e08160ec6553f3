import { NOT_REACHED_STATUSES } from '../../lib/contract.gen';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Batch } from '../../api/types';
import { Button, buttonLink } from '../../components/button/button';
import { Link } from '../../components/link/link';
import { useConfirm } from '../../layout/confirmation';
import { DownloadLink } from '../../layout/download/download-link';
import { focusHeading } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { useToast } from '../../layout/toast';
import { useAction } from '../../layout/use-action';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';

export function Actions({ batch }: { readonly batch: Batch }) {
  const { account } = useSignedIn();
  const { confirm } = useConfirm();
  const toast = useToast();
  const { run, isBusy } = useAction();
  const mayCall = account.scopes.includes('calls:write');
  const { counts } = batch;
  const waiting = counts.queued;
  const notReached = NOT_REACHED_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const cancel = async () => {
    const isSure = await confirm({
      title: t.batch.cancelQuestion(waiting, shownNumber(waiting)),
      text: t.batch.cancelText,
      action: t.batch.cancel,
      back: t.common.goBack,
    });
    if (!isSure) return;
    let canceled = 0;
    const isDone = await run(async () => {
      canceled = (await requests.cancelBatch(batch.id)).canceled_calls;
    });
    if (isDone) {
      toast({ text: t.batch.canceled(canceled, shownNumber(canceled)) });
      focusHeading();
    }
    void queryClient.invalidateQueries({ queryKey: ['batch', batch.id] });
  };
  return (
    <>
      {mayCall && waiting > 0 && (
        <Button isBusy={isBusy} onClick={() => void cancel()}>
          {t.batch.cancel}
        </Button>
      )}
      {mayCall && notReached > 0 && batch.rows.ended > 0 && (
        <Link className={buttonLink()} to="/batches/new" search={{ again: batch.id }}>
          {t.batch.again}
        </Link>
      )}
      <DownloadLink href={`/console/api/batches/${batch.id}/results.csv?account=${account.id}`}>
        {t.batch.download}
      </DownloadLink>
    </>
  );
}
