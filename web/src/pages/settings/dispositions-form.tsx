import type { Settings } from '../../api/types';
import { Button } from '../../components/button/button';
import { Area } from '../../components/field/field';
import { FormSection } from '../../components/form/form-section';
import { fieldProps } from '../../layout/form';
import { PageForm } from '../../layout/page-form';
import { DEFAULT_DISPOSITIONS } from '../../lib/contract.gen';
import { entriesOf } from '../../lib/text';
import { t } from '../../messages/en';
import { useSave, useSettingsForm } from './save';

const DEFAULTS = DEFAULT_DISPOSITIONS.join('\n');

/** Without dispositions of its own an account has the default ones. */
function shownDispositions(dispositions: readonly string[]): string {
  return dispositions.length === 0 ? DEFAULTS : dispositions.join('\n');
}

export function DispositionsForm({ settings }: { readonly settings: Settings }) {
  const form = useSettingsForm({ dispositions: shownDispositions(settings.dispositions) });
  const isDefault = form.watch('dispositions') === DEFAULTS;
  const sending = useSave(
    form,
    ({ dispositions }) => ({
      dispositions: dispositions === DEFAULTS ? [] : [...entriesOf(dispositions)],
    }),
    (field) => (field.startsWith('dispositions') ? 'dispositions' : field),
  );
  return (
    <FormSection title={t.settings.dispositions} isNamed={false}>
      <PageForm sending={sending} words={t.settings.save}>
        <Area
          label={t.settings.dispositions}
          hint={
            isDefault
              ? `${t.settings.dispositionsHint} ${t.settings.defaultDispositions}`
              : t.settings.dispositionsHint
          }
          rows={10}
          {...fieldProps(form, 'dispositions')}
        />
        {!isDefault && (
          <div>
            <Button
              look="quiet"
              onClick={() => form.setValue('dispositions', DEFAULTS, { shouldDirty: true })}
            >
              {t.settings.resetDispositions}
            </Button>
          </div>
        )}
      </PageForm>
    </FormSection>
  );
}
