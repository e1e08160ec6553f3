import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { Input } from '../../components/field/field';
import { useConfirm } from '../../layout/confirmation';
import { DialogForm } from '../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../layout/form';
import { useToast } from '../../layout/toast';
import { t } from '../../messages/en';

interface EditCounsellorProps {
  readonly counsellor: Counsellor;
  readonly onClose: () => void;
}

export default function EditCounsellor({ counsellor, onClose }: EditCounsellorProps) {
  const { form, sending } = useEditCounsellor({ counsellor, onClose });
  const isShared = counsellor.shared_account === true;
  return (
    <DialogForm words={t.counsellors.edit} sending={sending} onClose={onClose}>
      {isShared && <p className="soft">{t.counsellors.shared}</p>}
      <Input
        label={t.counsellors.name}
        autoComplete="off"
        readOnly={isShared}
        {...fieldProps(form, 'name')}
      />
      <Input
        label={t.counsellors.mobile}
        type="tel"
        autoComplete="off"
        readOnly={isShared}
        {...fieldProps(form, 'mobile_number')}
      />
      <Input label={t.counsellors.extension} autoComplete="off" {...fieldProps(form, 'carrier_extension')} />
    </DialogForm>
  );
}

/** Sends only the changed fields. */
function useEditCounsellor({ counsellor, onClose }: EditCounsellorProps) {
  const { confirmed } = useConfirm();
  const toast = useToast();
  const before = {
    name: counsellor.name,
    mobile_number: counsellor.mobile_number == null ? '' : `+${counsellor.mobile_number}`,
    carrier_extension: counsellor.carrier_extension ?? '',
  };
  const form = useForm({ defaultValues: before });
  const sending = useSubmit(form, async (values) => {
    const { name, mobile_number, carrier_extension: extension } = values;
    const body = {
      ...(name !== before.name && { name }),
      ...(mobile_number !== before.mobile_number && { mobile_number }),
      ...(extension !== before.carrier_extension && {
        carrier_extension: extension === '' ? null : extension,
      }),
    };
    if (Object.keys(body).length > 0) {
      await confirmed(() => requests.changeCounsellor(counsellor.id, body));
      toast({ text: t.counsellors.changed });
    }
    onClose();
  });
  return { form, sending };
}
