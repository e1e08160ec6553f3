import { type Phase, phasesOf, type TimelineStep } from '../../lib/phases';
import { shownSpan } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

const WIDTH = 100;
const GAP = 0.6;
const MIN_MS = 250;

function partsOf(phases: readonly Phase[]) {
  const shares = phases.map(({ ms }) => Math.sqrt(Math.max(ms, MIN_MS)));
  const sum = shares.reduce((all, share) => all + share, 0);
  return phases.map((phase, place) => ({
    ...phase,
    x: (shares.slice(0, place).reduce((all, share) => all + share, 0) / sum) * WIDTH,
    width: ((shares[place] ?? 0) / sum) * WIDTH,
  }));
}

/** Widths grow with the square root of the time: a wait of hours must not hide a talk of a minute. */
export function Phases({ steps }: { readonly steps: readonly TimelineStep[] }) {
  const phases = partsOf(phasesOf(steps));
  if (phases.length === 0) return null;
  return (
    <div className={styles.phases}>
      <svg viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
        {phases.map(({ name, x, width }) => (
          <rect key={name} x={x} width={width - GAP} height="4" className={styles[name]} />
        ))}
      </svg>
      <dl aria-label={t.call.phases}>
        {phases.map(({ name, ms }) => (
          <div key={name} data-phase={name}>
            <dt>
              <svg viewBox="0 0 8 8" aria-hidden="true">
                <rect width="8" height="8" rx="2" className={styles[name]} />
              </svg>
              {t.call.phase[name]}
            </dt>
            <dd>{shownSpan(ms)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
