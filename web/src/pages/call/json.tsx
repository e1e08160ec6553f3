import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Code } from '../../components/code/code';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Copy } from '../../components/id/copy';
import { t } from '../../messages/en';

export default function Json({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const call = useLive({ key: ['call', id], load: (signal) => requests.call(id, signal) });
  const text = JSON.stringify(call.data, null, 2);
  return (
    <Dialog title={t.call.jsonTitle} onClose={onClose}>
      {call.error && <Failed error={call.error} retry={() => void call.refetch()} />}
      {call.isPending && <Skeleton />}
      {call.data && (
        <>
          <Code label={t.call.jsonTitle} text={text} />
          <DialogButtons>
            <Copy look="plain" text={text} label={t.common.copy} />
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}
