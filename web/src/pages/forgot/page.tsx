import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { Link } from '../../components/link/link';
import { fieldProps, FormError, useSubmit } from '../../layout/form';
import { Page } from '../../layout/page';
import { t } from '../../messages/en';

export default function Forgot(): ReactNode {
  const service = useLive({ key: ['service'], load: requests.service });
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { email: '' } });
  const { submit, isBusy, error } = useSubmit(form, async ({ email }) => {
    await requests.forgot(email);
    setSent(true);
  });
  return (
    <Page name="forgot" title={t.forgot.title} state="ready">
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormError error={error} />
        {isSent ? (
          <div role="status" className={styles.form}>
            <p>{t.forgot.sent}</p>
            {service.data?.sends_mail === false && <p>{t.forgot.noMail}</p>}
          </div>
        ) : (
          <>
            <Input
              label={t.forgot.email}
              type="email"
              autoComplete="username"
              {...fieldProps(form, 'email')}
            />
            <Button look="main" type="submit" isBusy={isBusy}>
              {t.forgot.submit}
            </Button>
          </>
        )}
        <Link to="/sign-in">{t.forgot.back}</Link>
      </form>
    </Page>
  );
}
