import type { Settings } from '../../api/types';
import { Area } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { FormError } from '../../layout/form';
import { t } from '../../messages/en';
import { SaveButton, useSave, useSettingsForm } from './save';

export function LabelsForm({ settings }: { readonly settings: Settings }) {
  const form = useSettingsForm({ dispositions: settings.dispositions.join('\n') });
  const { submit, isBusy, error } = useSave(
    form,
    ({ dispositions }) => ({
      dispositions: dispositions
        .split('\n')
        .map((label) => label.trim())
        .filter((label) => label !== ''),
    }),
    (field) => (field.startsWith('dispositions') ? 'dispositions' : field),
  );
  return (
    <section className={styles.section} aria-labelledby="settings-labels">
      <h2 id="settings-labels">{t.settings.dispositions}</h2>
      <form className={`${styles.form} ${styles.narrow}`} onSubmit={submit} noValidate>
        <FormError error={error} />
        <Area
          label={t.settings.dispositions}
          hint={t.settings.dispositionsHint}
          rows={8}
          error={form.formState.errors.dispositions?.message}
          {...form.register('dispositions')}
        />
        <SaveButton isBusy={isBusy} />
      </form>
    </section>
  );
}
