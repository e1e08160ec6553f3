import { useForm } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Session } from '../../api/types';
import { Input } from '../../components/field/field';
import { FormSection } from '../../components/form/form-section';
import { showSaved, useSubmit } from '../../layout/form';
import { useLeaveGuard } from '../../layout/leave-guard';
import { PageForm, TextFields } from '../../layout/page-form';
import { useToast } from '../../layout/toast';
import { differencesOf } from '../../lib/differences';
import { t } from '../../messages/en';

interface Values {
  readonly name: string;
  readonly mobile_number: string;
}

export function PersonForm({ login }: { readonly login: Session['login'] }) {
  const toast = useToast();
  const form = useForm<Values>({ defaultValues: valuesOf(login) });
  useLeaveGuard(form.formState.isDirty);
  const sending = useSubmit(form, async (values) => {
    const change = differencesOf(meOf(form.formState.defaultValues as Values), meOf(values));
    if (Object.keys(change).length === 0) {
      toast({ text: t.common.noChange });
      return;
    }
    const session = await requests.changeMe(change);
    queryClient.setQueryData(['session'], session);
    showSaved(form, values, valuesOf(session.login));
    toast({ text: t.common.saved });
  });
  return (
    <FormSection title={t.profile.person}>
      <PageForm sending={sending} words={t.common.save}>
        <TextFields form={form} of={{ name: { label: t.profile.name, autoComplete: 'name' } }} />
        <Input label={t.profile.email} readOnly value={login.email} />
        <TextFields
          form={form}
          of={{ mobile_number: { label: t.profile.mobile, type: 'tel', autoComplete: 'tel' } }}
        />
      </PageForm>
    </FormSection>
  );
}

function valuesOf({ name, mobile_number }: Session['login']): Values {
  return { name, mobile_number: mobile_number ?? '' };
}

function meOf({ name, mobile_number }: Values) {
  return { name, mobile_number: mobile_number.trim() === '' ? null : mobile_number };
}
