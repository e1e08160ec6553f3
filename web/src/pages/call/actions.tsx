import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Call } from '../../api/types';
import { Copy } from '../../components/id/copy';
import { lazyPart } from '../../components/lazy/lazy';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { focusHeading } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { ActionButton } from '../../layout/use-action';
import { isCallable } from '../../lib/callable';
import { t } from '../../messages/en';

const NewCall = lazyPart(() => import('../../layout/new-call/new-call'));
const Json = lazyPart(() => import('./json'));

export function Actions({ call }: { readonly call: Call }) {
  const { account } = useSignedIn();
  const mayCall = account.scopes.includes('calls:write');
  return (
    <>
      {mayCall && call.status === 'queued' && (
        <ActionButton
          words={t.call.cancel}
          ask={{ title: t.call.cancelQuestion, text: t.call.cancelText, back: t.common.goBack }}
          act={() => requests.cancelCall(call.id)}
          done={t.call.canceled}
          after={(success) => {
            if (success) focusHeading();
            void queryClient.invalidateQueries({ queryKey: ['context', call.id] });
            void queryClient.invalidateQueries({ queryKey: ['call', call.id] });
          }}
        />
      )}
      {mayCall && isCallable(call.phone_number) && (
        <>
          <DialogButton
            words={t.call.again}
            dialog={NewCall}
            with={{ words: t.call.again, defaults: defaultsOf(call) }}
          />
          <ActionButton
            words={t.call.addToList}
            act={() => requests.addToDoNotCall(call.phone_number)}
            done={t.call.added}
          />
        </>
      )}
      <Copy
        look="plain"
        label={t.call.copyLink}
        text={`${window.location.origin}/console/calls/${call.id}?account=${account.id}`}
      />
      <DialogButton words={t.call.json} dialog={Json} with={{ id: call.id }} />
    </>
  );
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
