import type { Settings } from '../../api/types';
import { FormSection } from '../../components/form/form-section';
import { shownNumber } from '../../lib/shown-time';
import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import { Facts } from '../../components/part/part';

export function Plan({ plan }: { readonly plan: Settings['plan'] }) {
  const facts = [
    [t.settings.lines, shownNumber(plan.lines)],
    [t.settings.dailyLimit, shownNumber(plan.daily_limit)],
    [t.settings.carrier, inWords(plan.carrier)],
    [t.settings.countries, plan.countries?.join(', ') ?? t.settings.allCountries],
  ] as const;
  return (
    <FormSection title={t.settings.plan}>
      <p className="soft">{t.settings.locked}</p>
      <Facts facts={facts} />
    </FormSection>
  );
}
