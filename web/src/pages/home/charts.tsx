import type { Home } from '../../api/types';
import Bars from '../../components/chart/bars';
import Ranking from '../../components/chart/ranking';
import { shownDay } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

const SERIES = [t.home.connected, t.home.notConnected];

export default function Charts({ home }: { readonly home: Home }) {
  const every = Math.max(1, Math.ceil(home.days.length / 7));
  return (
    <div className={styles.charts}>
      <Bars
        title={t.home.byHour}
        what={t.home.hour}
        series={SERIES}
        empty={home.hours.length === 0 ? t.home.oneDayOnly : t.home.noCalls}
        bars={home.hours.map(({ hour, connected, not_connected }) => ({
          key: String(hour),
          label: `${String(hour).padStart(2, '0')}:00`,
          tick: hour % 3 === 0 ? String(hour).padStart(2, '0') : '',
          values: [connected, not_connected],
        }))}
      />
      <Bars
        title={t.home.byDay}
        what={t.home.day}
        series={SERIES}
        empty={t.home.noCalls}
        bars={home.days.map(({ day, connected, not_connected }, place) => ({
          key: day,
          label: shownDay(day),
          tick: (home.days.length - 1 - place) % every === 0 ? shownDay(day).replace(/ \d{4}$/, '') : '',
          values: [connected, not_connected],
        }))}
      />
      <Ranking
        title={t.home.outcomes}
        what={t.home.outcome}
        count={t.home.calls}
        empty={t.home.noCalls}
        rows={home.outcomes.map(({ disposition, count }) => ({ name: disposition, count }))}
      />
    </div>
  );
}
