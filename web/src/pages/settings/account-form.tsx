import type { Settings } from '../../api/types';
import { Combobox } from '../../components/combobox/combobox';
import { Input } from '../../components/field/field';
import { FormSection } from '../../components/form/form-section';
import { fieldProps } from '../../layout/form';
import { PageForm } from '../../layout/page-form';
import { timeZones } from '../../lib/time-zones';
import { t } from '../../messages/en';
import { AskOperator } from './ask-operator';
import { useSave, useSettingsForm } from './save';

export function AccountForm({ settings }: { readonly settings: Settings }) {
  const isOpen = settings.unlocked.includes('timezone');
  const form = useSettingsForm({ name: settings.name, timezone: settings.timezone });
  const { errors } = form.formState;
  const sending = useSave(form, ({ name, timezone }) => ({
    name,
    ...(isOpen && { timezone }),
  }));
  const zone = form.watch('timezone');
  return (
    <FormSection title={t.settings.account}>
      <PageForm sending={sending} words={t.settings.save}>
        <Input label={t.settings.name} {...fieldProps(form, 'name')} />
        <Combobox
          label={t.settings.timezone}
          name="timezone"
          choices={timeZones(zone)}
          value={zone}
          disabled={!isOpen}
          hint={isOpen ? undefined : t.settings.locked}
          error={errors.timezone?.message}
          onChange={(next) => form.setValue('timezone', next, { shouldDirty: true })}
        />
        <AskOperator settings={settings} fields={[['timezone', t.settings.timezone]]} />
      </PageForm>
    </FormSection>
  );
}
