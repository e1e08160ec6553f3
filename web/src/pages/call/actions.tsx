import { Suspense, useState } from 'react';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Call } from '../../api/types';
import { Button } from '../../components/button/button';
import { Copy } from '../../components/id/copy';
import { lazyPart } from '../../components/lazy/lazy';
import { useConfirm } from '../../layout/confirmation';
import { focusHeading } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { useAction } from '../../layout/use-action';
import { isCallable } from '../../lib/callable';
import { t } from '../../messages/en';

const NewCall = lazyPart(() => import('../../layout/new-call/new-call'));
const Json = lazyPart(() => import('./json'));

export function Actions({ call }: { readonly call: Call }) {
  const { account } = useSignedIn();
  const { cancel, addToDoNotCall, isBusy } = useCallActions(call);
  const [popup, setPopup] = useState<'again' | 'json' | null>(null);
  const mayCall = account.scopes.includes('calls:write');
  const close = () => setPopup(null);
  return (
    <>
      {mayCall && call.status === 'queued' && (
        <Button isBusy={isBusy} onClick={() => void cancel()}>
          {t.call.cancel}
        </Button>
      )}
      {mayCall && isCallable(call.phone_number) && (
        <>
          <Button onPointerEnter={() => void NewCall.preload()} onClick={() => setPopup('again')}>
            {t.call.again}
          </Button>
          <Button isBusy={isBusy} onClick={() => void addToDoNotCall()}>
            {t.call.addToList}
          </Button>
        </>
      )}
      <Copy
        look="plain"
        label={t.call.copyLink}
        text={`${window.location.origin}/console/calls/${call.id}?account=${account.id}`}
      />
      <Button onClick={() => setPopup('json')}>{t.call.json}</Button>
      <Suspense>
        {popup === 'again' && <NewCall words={t.call.again} defaults={defaultsOf(call)} onClose={close} />}
        {popup === 'json' && <Json id={call.id} onClose={close} />}
      </Suspense>
    </>
  );
}

function useCallActions({ id, phone_number }: Call) {
  const { confirm } = useConfirm();
  const { run, isBusy } = useAction();
  const cancel = async () => {
    const isSure = await confirm({
      title: t.call.cancelQuestion,
      text: t.call.cancelText,
      action: t.call.cancel,
      back: t.common.goBack,
    });
    if (!isSure) return;
    const isDone = await run(() => requests.cancelCall(id), t.call.canceled);
    if (isDone) focusHeading();
    void queryClient.invalidateQueries({ queryKey: ['context', id] });
    void queryClient.invalidateQueries({ queryKey: ['call', id] });
  };
  const addToDoNotCall = () => run(() => requests.addToDoNotCall(phone_number), t.call.added);
  return { cancel, addToDoNotCall, isBusy };
}

function defaultsOf({ phone_number, contact, agent_id, variables, metadata, test }: Call) {
  return {
    ...contact,
    phone_number,
    agent_id,
    metadata,
    test,
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])),
  };
}
