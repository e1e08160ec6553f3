import type { Settings } from '../../api/types';
import styles from '../../components/form/form.module.css';
import { shownNumber } from '../../lib/shown-time';
import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import own from './plan.module.css';

export function Plan({ plan }: { readonly plan: Settings['plan'] }) {
  const facts = [
    [t.settings.lines, shownNumber(plan.lines)],
    [t.settings.dailyLimit, shownNumber(plan.daily_limit)],
    [t.settings.carrier, inWords(plan.carrier)],
    [t.settings.countries, plan.countries?.join(', ') ?? t.settings.allCountries],
  ] as const;
  return (
    <section className={styles.section} aria-labelledby="settings-plan">
      <h2 id="settings-plan">{t.settings.plan}</h2>
      <p className={styles.note}>{t.settings.locked}</p>
      <dl className={own.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
