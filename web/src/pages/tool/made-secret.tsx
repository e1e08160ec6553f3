import { NoticeDialog } from '../../components/dialog/dialog';
import { SecretDialog } from '../../layout/secret-dialog';
import { tool as texts } from '../../messages/en/tools';

interface MadeSecretProps {
  /** null: its text was lost. */
  readonly secret: string | null;
  readonly onClose: () => void;
}

export default function MadeSecret({ secret, onClose }: MadeSecretProps) {
  if (secret !== null) {
    const { newTitle: title, made: text } = texts;
    return <SecretDialog title={title} text={text} secret={secret} testId="new-secret" onClose={onClose} />;
  }
  return (
    <NoticeDialog title={texts.newTitle} onClose={onClose}>
      <p role="status">{texts.lost}</p>
    </NoticeDialog>
  );
}
