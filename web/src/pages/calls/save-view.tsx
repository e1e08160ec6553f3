import { ownRequests } from '../../api/own-requests';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { TextFields } from '../../layout/page-form';
import { t } from '../../messages/en';
import type { ViewFilters } from './kept-filters';

interface SaveViewProps {
  readonly filters: ViewFilters;
  readonly onClose: () => void;
}

export default function SaveView({ filters, onClose }: SaveViewProps) {
  const { form, sending } = useDialogForm({
    values: { name: '' },
    send: async ({ name }) => {
      await ownRequests.saveView({ name: name.trim(), filters });
      return t.calls.viewSaved;
    },
    onClose,
  });
  const { viewName: label, viewHint: hint } = t.calls;
  return (
    <DialogForm words={t.calls.saveView} sending={sending} onClose={onClose}>
      <TextFields form={form} of={{ name: { label, hint, maxLength: 60 } }} />
    </DialogForm>
  );
}
