import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import { Select } from '../../components/field/field';
import { useConfirm } from '../../layout/confirmation';
import { DialogForm } from '../../layout/dialog-form';
import { useSubmit } from '../../layout/form';
import { t } from '../../messages/en';
import { NewSecret } from './new-secret';

export default function RotateSecret({ onClose }: { readonly onClose: () => void }) {
  const { confirmed } = useConfirm();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({ defaultValues: { previous_valid_for_seconds: '86400' } });
  const sending = useSubmit(form, async ({ previous_valid_for_seconds: seconds }) => {
    setSecret((await confirmed(() => requests.rotateSecret(Number(seconds)))).secret);
  });
  if (secret !== null) return <NewSecret title={t.webhook.rotate} secret={secret} onClose={onClose} />;
  return (
    <DialogForm words={t.webhook.rotate} sending={sending} onClose={onClose}>
      <Select
        label={t.webhook.oldSecret}
        hint={t.webhook.oldSecretHint}
        error={form.formState.errors.previous_valid_for_seconds?.message}
        {...form.register('previous_valid_for_seconds')}
      >
        {t.webhook.overlaps.map(([seconds, words]) => (
          <option key={seconds} value={seconds}>
            {words}
          </option>
        ))}
      </Select>
    </DialogForm>
  );
}
