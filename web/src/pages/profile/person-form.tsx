import { useForm } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Session } from '../../api/types';
import { Button } from '../../components/button/button';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { FormError, useSubmit } from '../../layout/form';
import { useLeaveGuard } from '../../layout/leave-guard';
import { useTell } from '../../layout/tell';
import { t } from '../../messages/en';

/** Name and mobile number. */
export function PersonForm({ login }: { readonly login: Session['login'] }) {
  const tell = useTell();
  const form = useForm({ defaultValues: { name: login.name, mobile_number: login.mobile_number ?? '' } });
  const { errors } = form.formState;
  useLeaveGuard(form.formState.isDirty);
  const { submit, isBusy, error } = useSubmit(form, async (values) => {
    const mobile_number = values.mobile_number.trim() === '' ? null : values.mobile_number;
    const session = await requests.changeMe({
      name: values.name,
      ...(mobile_number !== login.mobile_number && { mobile_number }),
    });
    queryClient.setQueryData(['session'], session);
    form.reset({ name: session.login.name, mobile_number: session.login.mobile_number ?? '' });
    tell({ text: t.common.saved });
  });
  return (
    <section className={styles.section} aria-labelledby="profile-person">
      <h2 id="profile-person">{t.profile.person}</h2>
      <form className={`${styles.form} ${styles.narrow}`} onSubmit={submit} noValidate>
        <FormError error={error} />
        <Input
          label={t.profile.name}
          autoComplete="name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Input label={t.profile.email} readOnly value={login.email} />
        <Input
          label={t.profile.mobile}
          type="tel"
          autoComplete="tel"
          error={errors.mobile_number?.message}
          {...form.register('mobile_number')}
        />
        <div className={styles.end}>
          <Button type="submit" isBusy={isBusy}>
            {t.common.save}
          </Button>
        </div>
      </form>
    </section>
  );
}
