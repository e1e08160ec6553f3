import type { NewTrialPhone } from '../../api/trial-phone';
import { Secret } from '../../components/secret/secret';
import { t } from '../../messages/en';

/** What a person types into the softphone, this once. */
export function TrialPhoneDetails({ phone }: { readonly phone: NewTrialPhone }) {
  const { username, password, servers, port, transports, domain } = phone;
  const user = username ?? '';
  const server = `${servers[0] ?? ''}:${port}`;
  const account = `<sip:${user}@${server}>;auth_user=${user};auth_pass=${password}`;
  return (
    <>
      <p className="soft">{t.trialPhone.once}</p>
      <Field label={t.trialPhone.user} texts={[user]} testId="trial-user" />
      <Field label={t.trialPhone.password} texts={[password]} testId="trial-password" />
      <Field label={t.trialPhone.server} texts={servers} testId="trial-server" />
      <Field label={t.trialPhone.port} texts={[String(port)]} testId="trial-port" />
      <Field label={t.trialPhone.transport} texts={transports} testId="trial-transport" />
      <Field label={t.trialPhone.domain} texts={[domain]} testId="trial-domain" />
      <h3>{t.trialPhone.steps}</h3>
      <ul>
        <li>{t.trialPhone.linphone(server)}</li>
        <li>{t.trialPhone.zoiper(server)}</li>
        <li>{t.trialPhone.baresip(account)}</li>
      </ul>
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly texts: readonly string[];
  readonly testId: string;
}

function Field({ label, texts, testId }: FieldProps) {
  return (
    <div role="group" aria-label={label}>
      <span className="soft">{label}</span>
      {texts.map((text) => (
        <Secret key={text} text={text} testId={testId} />
      ))}
    </div>
  );
}
