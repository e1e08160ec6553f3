import { useForm } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import { Input } from '../../components/field/field';
import { DialogForm } from '../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../layout/form';
import { useToast } from '../../layout/toast';
import { useIsMounted } from '../../layout/use-is-mounted';
import { t } from '../../messages/en';
import { problemSentence } from '../../messages/en/problems';

export default function AddNumber({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ defaultValues: { phone_number: '' } });
  const toast = useToast();
  const isMounted = useIsMounted();
  const sending = useSubmit(
    form,
    async ({ phone_number: number }) => {
      if (number.trim() === '') {
        const message = problemSentence('phone_number', t.common.required);
        form.setError('phone_number', { message }, { shouldFocus: true });
        return;
      }
      await requests.addToDoNotCall(number.trim());
      void queryClient.invalidateQueries({ queryKey: ['do-not-call'] });
      toast({ text: t.doNotCall.added });
      // Once it is dismissed another one may be open.
      if (isMounted.current) onClose();
    },
    // The service names the part of the address.
    (field) => (field === 'number' || field === 'path.number' ? 'phone_number' : field),
  );
  return (
    <DialogForm words={t.doNotCall.add} sending={sending} onClose={onClose}>
      <Input
        label={t.doNotCall.phoneNumber}
        type="tel"
        autoComplete="off"
        hint={t.doNotCall.numberHint}
        {...fieldProps(form, 'phone_number')}
      />
    </DialogForm>
  );
}
