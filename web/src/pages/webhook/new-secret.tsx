import { SecretDialog } from '../../layout/secret-dialog';
import { t } from '../../messages/en';

interface NewSecretProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export function NewSecret({ title, secret, onClose }: NewSecretProps) {
  return (
    <SecretDialog title={title} text={t.webhook.made} secret={secret} testId="new-secret" onClose={onClose} />
  );
}
