import { useState } from 'react';
import { requests } from '../../api/requests';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { TextFields } from '../../layout/page-form';
import { SecretDialog } from '../../layout/secret-dialog';
import { t } from '../../messages/en';

interface SetEndpointProps {
  readonly url: string;
  readonly onClose: () => void;
}

export default function SetEndpoint({ url: current, onClose }: SetEndpointProps) {
  const [secret, setSecret] = useState<string | null>();
  const { form, sending } = useDialogForm({
    values: { url: current },
    send: async ({ url }) => {
      const set = await requests.setWebhook(url.trim());
      if (set.secret === undefined && current !== '') return t.webhook.wasSet;
      // None: the response with the secret was lost, or another user was faster.
      setSecret(set.secret ?? null);
      return null;
    },
    onClose,
  });
  if (secret !== undefined) {
    const { set: title, made: text, lost } = t.webhook;
    return <SecretDialog {...{ title, text, lost, secret, onClose }} testId="new-secret" />;
  }
  return (
    <DialogForm words={t.webhook.set} sending={sending} onClose={onClose}>
      <TextFields form={form} of={{ url: { label: t.webhook.url, hint: t.webhook.urlHint, type: 'url' } }} />
    </DialogForm>
  );
}
