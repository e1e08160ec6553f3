import { useState } from 'react';
import { Select } from '../components/field/field';
import { Options } from '../components/field/options';
import { t } from '../messages/en';
import { DialogForm, useDialogForm } from './dialog-form';
import { fieldProps } from './form';
import { SecretDialog } from './secret-dialog';

interface RotateSecretProps {
  /** For how many seconds the old secret signs, too. */
  readonly rotate: (previousValidForSeconds: number) => Promise<{ readonly secret: string }>;
  readonly onClose: () => void;
}

/** Issues a signing secret and shows it once. */
export default function RotateSecret({ rotate, onClose }: RotateSecretProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const { form, sending } = useDialogForm({
    values: { previous_valid_for_seconds: '86400' },
    send: async ({ previous_valid_for_seconds: seconds }) => {
      setSecret((await rotate(Number(seconds))).secret);
      return null;
    },
    onClose,
  });
  if (secret !== null) {
    const { rotate: title, made } = t.webhook;
    return <SecretDialog title={title} text={made} secret={secret} testId="new-secret" onClose={onClose} />;
  }
  return (
    <DialogForm words={t.webhook.rotate} sending={sending} onClose={onClose}>
      <Select
        label={t.webhook.oldSecret}
        hint={t.webhook.oldSecretHint}
        {...fieldProps(form, 'previous_valid_for_seconds')}
      >
        <Options of={t.webhook.overlaps} />
      </Select>
    </DialogForm>
  );
}
