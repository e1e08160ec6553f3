import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import { NoticeDialog } from '../../components/dialog/dialog';
import { Input } from '../../components/field/field';
import { useConfirm } from '../../layout/confirmation';
import { DialogForm } from '../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../layout/form';
import { SecretDialog } from '../../layout/secret-dialog';
import { useToast } from '../../layout/toast';
import { t } from '../../messages/en';

interface SetEndpointProps {
  readonly url: string;
  readonly onClose: () => void;
}

export default function SetEndpoint({ url: current, onClose }: SetEndpointProps) {
  const { confirmed } = useConfirm();
  const toast = useToast();
  const [secret, setSecret] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const form = useForm({ defaultValues: { url: current } });
  const sending = useSubmit(form, async ({ url }) => {
    const set = await confirmed(() => requests.setWebhook(url.trim()));
    if (set.secret !== undefined) {
      setSecret(set.secret);
      return;
    }
    // The response with the secret was lost, or another user was faster.
    if (current === '') {
      setLost(true);
      return;
    }
    toast({ text: t.webhook.wasSet });
    onClose();
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
      <Input
        label={t.webhook.url}
        type="url"
        autoComplete="off"
        hint={t.webhook.urlHint}
        {...fieldProps(form, 'url')}
      />
    </DialogForm>
  );
}
