import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { AddedCounsellor } from '../../api/types';
import { Check, Input } from '../../components/field/field';
import { useConfirm } from '../../layout/confirmation';
import { DialogForm, Warnings } from '../../layout/dialog-form';
import { fieldProps, useMakeOnce, useSubmit } from '../../layout/form';
import { t } from '../../messages/en';

interface Values {
  readonly name: string;
  readonly email: string;
  readonly mobile_number: string;
  readonly carrier_extension: string;
  readonly send_welcome_email: boolean;
}

export default function AddCounsellor({ onClose }: { readonly onClose: () => void }) {
  const { form, sending, added } = useAddCounsellor();
  return (
    <DialogForm
      words={t.counsellors.add}
      sending={sending}
      onClose={onClose}
      result={added && <Added added={added} />}
    >
      <Input label={t.counsellors.name} autoComplete="off" {...fieldProps(form, 'name')} />
      <Input label={t.counsellors.email} type="email" autoComplete="off" {...fieldProps(form, 'email')} />
      <Input
        label={t.counsellors.mobile}
        hint={t.counsellors.mobileHint}
        type="tel"
        autoComplete="off"
        {...fieldProps(form, 'mobile_number')}
      />
      <Input
        label={t.counsellors.extension}
        hint={t.counsellors.extensionHint}
        autoComplete="off"
        {...fieldProps(form, 'carrier_extension')}
      />
      <Check label={t.counsellors.sendMail} {...form.register('send_welcome_email')} />
    </DialogForm>
  );
}

/** The form of a counsellor, and the counsellor once added. */
function useAddCounsellor() {
  const { confirmed } = useConfirm();
  const [added, setAdded] = useState<AddedCounsellor | null>(null);
  const form = useForm<Values>({
    defaultValues: {
      name: '',
      email: '',
      mobile_number: '',
      carrier_extension: '',
      send_welcome_email: true,
    },
  });
  const makeOnce = useMakeOnce();
  const sending = useSubmit(form, async (values) => {
    const { mobile_number, carrier_extension, ...rest } = values;
    const body = {
      ...rest,
      ...(mobile_number !== '' && { mobile_number }),
      ...(carrier_extension !== '' && { carrier_extension }),
    };
    setAdded(await makeOnce(body, (key) => confirmed(() => requests.addCounsellor(body, key))));
  });
  return { form, sending, added };
}

function Added({ added }: { readonly added: AddedCounsellor }) {
  return (
    <>
      <p>{added.created ? t.counsellors.added : t.counsellors.alreadyOne}</p>
      {added.existing_account && <p>{t.counsellors.existing}</p>}
      {added.created && <p>{added.welcome_email_sent ? t.counsellors.mailSent : t.counsellors.noMail}</p>}
      <Warnings warnings={added.warnings} />
    </>
  );
}
