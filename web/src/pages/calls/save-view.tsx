import { useForm } from 'react-hook-form';
import { ownRequests } from '../../api/own-requests';
import { Input } from '../../components/field/field';
import { DialogForm } from '../../layout/dialog-form';
import { fieldProps, useSubmit } from '../../layout/form';
import { useToast } from '../../layout/toast';
import { t } from '../../messages/en';
import type { ViewFilters } from './kept-filters';

interface SaveViewProps {
  readonly filters: ViewFilters;
  readonly onClose: () => void;
}

export default function SaveView({ filters, onClose }: SaveViewProps) {
  const toast = useToast();
  const form = useForm({ defaultValues: { name: '' } });
  const sending = useSubmit(form, async ({ name }) => {
    await ownRequests.saveView({ name: name.trim(), filters });
    toast({ text: t.calls.viewSaved });
    onClose();
  });
  return (
    <DialogForm words={t.calls.saveView} sending={sending} onClose={onClose}>
      <Input
        label={t.calls.viewName}
        hint={t.calls.viewHint}
        autoComplete="off"
        maxLength={60}
        {...fieldProps(form, 'name')}
      />
    </DialogForm>
  );
}
