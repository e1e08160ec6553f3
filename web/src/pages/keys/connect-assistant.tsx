import { useId } from 'react';
import { Button } from '../../components/button/button';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import styles from '../../components/form/form.module.css';
import { Copy } from '../../components/id/copy';
import { Command } from '../../components/secret/secret';
import { t } from '../../messages/en';
import { connectAssistant as texts } from '../../messages/en/connect-assistant';

/** What an assistant's configuration needs. The key's place is left open: its text is shown only once. */
export default function ConnectAssistant({ onClose }: { readonly onClose: () => void }) {
  const service = window.location.origin;
  const address = `${service}/mcp`;
  const overHttp = { url: address, headers: { 'X-API-Key': texts.keyPlace } };
  const overStdio = {
    command: 'npm',
    args: ['run', '-s', 'mcp', '--', '--url', service],
    env: { AI_CALLING_API_KEY: texts.keyPlace },
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className={styles.form}>
        <p>{texts.what}</p>
        <p>{texts.advice}</p>
        <Snippet title={texts.address} text={address} />
        <Snippet title={texts.overHttp} text={configuration(overHttp)} />
        <Snippet title={texts.overStdio} hint={texts.stdioHint} text={configuration(overStdio)} />
      </div>
      <DialogButtons>
        <Button look="main" onClick={onClose}>
          {t.common.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function configuration(server: object): string {
  return JSON.stringify({ mcpServers: { calls: server } }, null, 2);
}

interface SnippetProps {
  readonly title: string;
  readonly hint?: string;
  readonly text: string;
}

function Snippet({ title, hint, text }: SnippetProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.form}>
      <h3 id={id}>{title}</h3>
      {hint !== undefined && <p>{hint}</p>}
      <Command text={text} />
      <Copy look="plain" text={text} label={texts.copy(title)} />
    </section>
  );
}
