import { useState } from 'react';
import { requests } from '../../api/requests';
import type { AddedCounsellor } from '../../api/types';
import { Check } from '../../components/field/field';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { useMakeOnce } from '../../layout/form';
import { Warnings } from '../../layout/new-call/queue-notes';
import { TextFields } from '../../layout/page-form';
import { t } from '../../messages/en';

export default function AddCounsellor({ onClose }: { readonly onClose: () => void }) {
  const [added, setAdded] = useState<AddedCounsellor | null>(null);
  const makeOnce = useMakeOnce();
  const { form, sending } = useDialogForm({
    values: { name: '', email: '', mobile_number: '', carrier_extension: '', send_welcome_email: true },
    send: async ({ mobile_number, carrier_extension, ...rest }) => {
      const body = {
        ...rest,
        ...(mobile_number !== '' && { mobile_number }),
        ...(carrier_extension !== '' && { carrier_extension }),
      };
      setAdded(await makeOnce(body, (key) => requests.addCounsellor(body, key)));
      return null;
    },
    onClose,
  });
  return (
    <DialogForm
      words={t.counsellors.add}
      sending={sending}
      onClose={onClose}
      result={added && <Added added={added} />}
    >
      <TextFields form={form} of={FIELDS} />
      <Check label={t.counsellors.sendMail} {...form.register('send_welcome_email')} />
    </DialogForm>
  );
}

const FIELDS = {
  name: { label: t.counsellors.name },
  email: { label: t.counsellors.email, type: 'email' },
  mobile_number: { label: t.counsellors.mobile, hint: t.counsellors.mobileHint, type: 'tel' },
  carrier_extension: { label: t.counsellors.extension, hint: t.counsellors.extensionHint },
} as const;

function Added({ added }: { readonly added: AddedCounsellor }) {
  return (
    <>
      <p>{added.created ? t.counsellors.added : t.counsellors.alreadyOne}</p>
      {added.existing_account && <p>{t.counsellors.existing}</p>}
      {added.created && <p>{added.welcome_email_sent ? t.counsellors.mailSent : t.counsellors.noMail}</p>}
      <Warnings of={added.warnings} />
    </>
  );
}
