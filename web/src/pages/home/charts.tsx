import type { Home, Insights } from '../../api/types';
import Bars from '../../components/chart/bars';
import Ranking from '../../components/chart/ranking';
import { shownDay, shownNumber } from '../../lib/shown-time';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import { ByAgent } from './by-agent';
import styles from './page.module.css';

const SERIES = [t.home.connected, t.home.notConnected];
type Hour = Insights['hours'][number];

interface ChartsProps {
  readonly home: Home;
  readonly insights: Insights | undefined;
}

export default function Charts({ home, insights }: ChartsProps) {
  const every = Math.max(1, Math.ceil(home.days.length / 7));
  const hours = home.hours.length > 0 ? home.hours : insights?.hours;
  // With several days the hours come later.
  const noHours = hours ? t.home.noCalls : '';
  const costs = new Map(insights?.outcomes.map(({ disposition, credits }) => [disposition, credits]));
  return (
    <div className={styles.charts}>
      <Bars
        title={t.home.byHour}
        what={t.home.hour}
        series={SERIES}
        empty={noHours}
        bars={hours?.map((hour) => barOf(hour, [hour.connected, hour.not_connected])) ?? []}
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
      <Bars
        title={t.home.rateByHour}
        what={t.home.hour}
        series={[t.home.ratePercent]}
        empty={noHours}
        bars={hours?.map((hour) => barOf(hour, [percentOf(hour)])) ?? []}
      />
      <Ranking
        title={t.home.outcomes}
        what={t.home.outcome}
        count={t.home.calls}
        empty={t.home.noCalls}
        cost={{ head: t.home.cost, say: (credits) => t.home.costOf(shownNumber(credits)) }}
        rows={home.outcomes.map(({ disposition, count }) => ({
          name: labelInWords(disposition),
          count,
          cost: costs.get(disposition),
        }))}
      />
      {insights && insights.agents.length > 0 && <ByAgent agents={insights.agents} />}
    </div>
  );
}

function barOf({ hour }: Hour, values: readonly number[]) {
  const two = String(hour).padStart(2, '0');
  return { key: String(hour), label: `${two}:00`, tick: hour % 3 === 0 ? two : '', values };
}

/** 0 without calls. */
function percentOf({ connected, not_connected }: Hour): number {
  const all = connected + not_connected;
  return all === 0 ? 0 : Math.round((connected / all) * 1_000) / 10;
}
