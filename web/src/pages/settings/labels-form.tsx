import type { Settings } from '../../api/types';
import { Button } from '../../components/button/button';
import { Area } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { FormError } from '../../layout/form';
import { DEFAULT_OUTCOME_LABELS } from '../../lib/contract.gen';
import { t } from '../../messages/en';
import { SaveButton, useSave, useSettingsForm } from './save';

const DEFAULTS = DEFAULT_OUTCOME_LABELS.join('\n');

/** Without labels of its own an account has the default ones. */
function shownLabels(labels: readonly string[]): string {
  return labels.length === 0 ? DEFAULTS : labels.join('\n');
}

function labelsOf(text: string): string[] {
  return text
    .split('\n')
    .map((label) => label.trim())
    .filter((label) => label !== '');
}

export function LabelsForm({ settings }: { readonly settings: Settings }) {
  const form = useSettingsForm({ dispositions: shownLabels(settings.dispositions) });
  const isDefault = form.watch('dispositions') === DEFAULTS;
  const { submit, isBusy, error } = useSave(
    form,
    ({ dispositions }) => ({
      dispositions: dispositions === DEFAULTS ? [] : labelsOf(dispositions),
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
          hint={
            isDefault
              ? `${t.settings.dispositionsHint} ${t.settings.defaultLabels}`
              : t.settings.dispositionsHint
          }
          rows={10}
          error={form.formState.errors.dispositions?.message}
          {...form.register('dispositions')}
        />
        {!isDefault && (
          <div>
            <Button
              look="quiet"
              onClick={() => form.setValue('dispositions', DEFAULTS, { shouldDirty: true })}
            >
              {t.settings.resetLabels}
            </Button>
          </div>
        )}
        <SaveButton isBusy={isBusy} />
      </form>
    </section>
  );
}
