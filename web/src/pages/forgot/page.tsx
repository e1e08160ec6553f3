import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import styles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { useSubmit } from '../../layout/form';
import { Page } from '../../layout/page';
import { PageForm, TextFields } from '../../layout/page-form';
import { t } from '../../messages/en';

export default function Forgot(): ReactNode {
  const service = useLive({ key: ['service'], load: requests.service });
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { email: '' } });
  const sending = useSubmit(form, async ({ email }) => {
    await requests.forgot(email);
    setSent(true);
  });
  return (
    <Page name="forgot" title={t.forgot.title} state="ready">
      <PageForm
        isAlone
        sending={sending}
        words={isSent ? null : t.forgot.submit}
        below={<Link to="/sign-in">{t.forgot.back}</Link>}
      >
        {isSent ? (
          <div role="status" className={styles.form}>
            <p>{t.forgot.sent}</p>
            {service.data?.sends_mail === false && <p>{t.forgot.noMail}</p>}
          </div>
        ) : (
          <TextFields
            form={form}
            of={{ email: { label: t.forgot.email, type: 'email', autoComplete: 'username' } }}
          />
        )}
      </PageForm>
    </Page>
  );
}
