import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { refuse } from '../../layout/form';
import { TextFields } from '../../layout/page-form';
import { t } from '../../messages/en';

export default function AddNumber({ onClose }: { readonly onClose: () => void }) {
  const { form, sending } = useDialogForm({
    values: { phone_number: '' },
    send: async ({ phone_number: typed }, form) => {
      const number = typed.trim();
      if (number === '') return refuse(form, 'phone_number');
      await requests.addToDoNotCall(number);
      void queryClient.invalidateQueries({ queryKey: ['do-not-call'] });
      return t.doNotCall.added;
    },
    // The service names the part of the address.
    fieldOf: (field) => (field === 'number' || field === 'path.number' ? 'phone_number' : field),
    onClose,
  });
  const { phoneNumber: label, numberHint: hint } = t.doNotCall;
  return (
    <DialogForm words={t.doNotCall.add} sending={sending} onClose={onClose}>
      <TextFields form={form} of={{ phone_number: { label, hint, type: 'tel' } }} />
    </DialogForm>
  );
}
