import { type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Settings } from '../../api/types';
import { useConfirm } from '../../layout/confirmation';
import { showSaved, useSubmit } from '../../layout/form';
import { useLeaveGuard } from '../../layout/leave-guard';
import { useToast } from '../../layout/toast';
import { useIsMounted } from '../../layout/use-is-mounted';
import { differencesOf } from '../../lib/differences';
import { t } from '../../messages/en';

export type Change = Partial<Omit<Settings, 'object' | 'unlocked' | 'plan'>>;

/** Follows changes of the settings elsewhere, except for typed fields. */
export function useSettingsForm<Values extends FieldValues>(values: Values): UseFormReturn<Values> {
  return useForm<Values>({ values, resetOptions: { keepDirtyValues: true } });
}

export function useSave<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  settingsOf: (values: Values) => Change,
  fieldOf?: (apiField: string) => string | null,
) {
  const toast = useToast();
  const { confirmed } = useConfirm();
  const isMounted = useIsMounted();
  // The form tracks changed fields only where they are read.
  useLeaveGuard(Object.keys(form.formState.dirtyFields).length > 0);
  return useSubmit(
    form,
    async (values) => {
      const change = differencesOf(settingsOf(form.formState.defaultValues as Values), settingsOf(values));
      if (Object.keys(change).length === 0) {
        toast({ text: t.common.noChange });
        return;
      }
      const saved = await confirmed(() => requests.changeSettings(change));
      // Another account may be shown by then.
      if (isMounted.current) queryClient.setQueryData(['settings'], saved);
      else void queryClient.invalidateQueries({ queryKey: ['settings'] });
      void queryClient.invalidateQueries({ queryKey: ['session'] });
      showSaved(form, values, values);
      toast({ text: t.common.saved });
    },
    fieldOf,
  );
}
