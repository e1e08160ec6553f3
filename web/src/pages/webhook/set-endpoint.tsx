import { useState } from 'react';
import { requests } from '../../api/requests';
import { NoticeDialog } from '../../components/dialog/dialog';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { TextFields } from '../../layout/page-form';
import { SecretDialog } from '../../layout/secret-dialog';
import { t } from '../../messages/en';

interface SetEndpointProps {
  readonly url: string;
  readonly onClose: () => void;
}

export default function SetEndpoint({ url: current, onClose }: SetEndpointProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const { form, sending } = useDialogForm({
    values: { url: current },
    send: async ({ url }) => {
      const set = await requests.setWebhook(url.trim());
      if (set.secret === undefined && current !== '') return t.webhook.wasSet;
      if (set.secret !== undefined) setSecret(set.secret);
      // The response with the secret was lost, or another user was faster.
      else setLost(true);
      return null;
    },
    onClose,
  });
  if (secret !== null) {
    const { set: title, made } = t.webhook;
    return <SecretDialog title={title} text={made} secret={secret} testId="new-secret" onClose={onClose} />;
  }
  if (isLost) {
    return (
      <NoticeDialog title={t.webhook.set} onClose={onClose}>
        <p role="status">{t.webhook.lost}</p>
      </NoticeDialog>
    );
  }
  return (
    <DialogForm words={t.webhook.set} sending={sending} onClose={onClose}>
      <TextFields form={form} of={{ url: { label: t.webhook.url, hint: t.webhook.urlHint, type: 'url' } }} />
    </DialogForm>
  );
}
