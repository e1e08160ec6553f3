import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Settings } from '../../api/types';
import { Button } from '../../components/button/button';
import styles from '../../components/form/form.module.css';
import { useAsk } from '../../layout/ask';
import { useSubmit } from '../../layout/form';
import { useLeaveGuard } from '../../layout/leave-guard';
import { useTell } from '../../layout/tell';
import { t } from '../../messages/en';

export type Change = Partial<Omit<Settings, 'object' | 'unlocked' | 'plan'>>;

/** Saves what a form of the settings has changed, and asks before it is left. */
export function useSave<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  changeOf: (values: Values) => Change,
  fieldOf?: (apiField: string) => string | null,
) {
  const tell = useTell();
  const { confirmed } = useAsk();
  useLeaveGuard(form.formState.isDirty);
  return useSubmit(
    form,
    async (values) => {
      const saved = await confirmed(() => requests.changeSettings(changeOf(values)));
      queryClient.setQueryData(['settings'], saved);
      void queryClient.invalidateQueries({ queryKey: ['session'] });
      form.reset(values);
      tell({ text: t.common.saved });
    },
    fieldOf,
  );
}

export function SaveButton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <div className={styles.end}>
      <Button type="submit" isBusy={isBusy}>
        {t.settings.save}
      </Button>
    </div>
  );
}
