import { NOT_REACHED_STATUSES } from '../../lib/contract.gen';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Batch } from '../../api/types';
import { buttonLink } from '../../components/button/button';
import { Link } from '../../components/link/link';
import { DownloadLink } from '../../layout/buttons/download-link';
import { focusHeading } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { ActionButton } from '../../layout/use-action';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';

export function Actions({ batch }: { readonly batch: Batch }) {
  const { account } = useSignedIn();
  const mayCall = account.scopes.includes('calls:write');
  const { counts } = batch;
  const waiting = counts.queued;
  const notReached = NOT_REACHED_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  return (
    <>
      {mayCall && waiting > 0 && (
        <ActionButton
          words={t.batch.cancel}
          ask={{
            title: t.calls.cancelQuestion(waiting, shownNumber(waiting)),
            text: t.batch.cancelText,
            back: t.common.goBack,
          }}
          act={() => requests.cancelBatch(batch.id)}
          done={({ canceled_calls: canceled }) => t.calls.canceled(canceled, shownNumber(canceled))}
          after={(success) => {
            if (success) focusHeading();
            void queryClient.invalidateQueries({ queryKey: ['batch', batch.id] });
          }}
        />
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
