import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { TextFields } from '../../layout/page-form';
import { differencesOf } from '../../lib/differences';
import { t } from '../../messages/en';

interface EditCounsellorProps {
  readonly counsellor: Counsellor;
  readonly onClose: () => void;
}

/** Sends only the changed fields. */
export default function EditCounsellor({ counsellor, onClose }: EditCounsellorProps) {
  const { name, mobile_number: mobile, carrier_extension: extension } = counsellor;
  const before = {
    name,
    mobile_number: mobile == null ? '' : `+${mobile}`,
    carrier_extension: extension ?? '',
  };
  const { form, sending } = useDialogForm({
    values: before,
    send: async (values) => {
      const changes = differencesOf(before, values);
      if (Object.keys(changes).length === 0) return '';
      const body = { ...changes, ...(changes.carrier_extension === '' && { carrier_extension: null }) };
      await requests.changeCounsellor(counsellor.id, body);
      return t.counsellors.changed;
    },
    onClose,
  });
  const isShared = counsellor.shared_account === true;
  return (
    <DialogForm words={t.counsellors.edit} sending={sending} onClose={onClose}>
      {isShared && <p className="soft">{t.counsellors.shared}</p>}
      <TextFields
        form={form}
        of={{
          name: { label: t.counsellors.name, readOnly: isShared },
          mobile_number: { label: t.counsellors.mobile, type: 'tel', readOnly: isShared },
          carrier_extension: { label: t.counsellors.extension },
        }}
      />
    </DialogForm>
  );
}
