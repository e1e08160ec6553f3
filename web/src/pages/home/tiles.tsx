import type { ReactNode } from 'react';
import { Link } from '../../components/link/link';
import type { Home, Insights } from '../../api/types';
import { shownDay, shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { type Range, rangeBefore } from './range';

const NOT_CONNECTED = 'no_answer,busy,failed';

interface TilesProps {
  readonly home: Home;
  readonly insights: Insights | undefined;
  readonly range: Range;
  readonly today: string;
}

/** With links to the calls behind each number. */
export function Tiles({ home, insights, range, today }: TilesProps) {
  const agent = filterOf(range);
  return (
    <>
      <section className={styles.tiles} aria-label={t.home.now}>
        <Tile
          id="tile-waiting"
          name={t.home.waiting}
          value={home.waiting}
          search={{ status: 'queued', test: 'none', ...agent }}
        />
        <Tile
          id="tile-in-progress"
          name={t.home.inProgress}
          value={home.in_progress}
          shown={t.home.ofLines(shownNumber(home.in_progress), shownNumber(home.lines))}
          search={{ status: 'dialing,in_progress', test: 'none', ...agent }}
        />
        <Tile
          id="tile-credits"
          name={t.home.credits}
          value={home.credits_available}
          shown={shownNumber(Math.trunc(home.credits_available))}
          to="/credits"
        />
      </section>
      <EndedTiles home={home} previous={insights?.previous} range={range} />
      <Comparison range={range} today={today} testCalls={insights?.test_calls ?? 0} />
    </>
  );
}

interface EndedTilesProps {
  readonly home: Home;
  readonly previous: Insights['previous'] | undefined;
  readonly range: Range;
}

function EndedTiles({ home, previous, range }: EndedTilesProps) {
  const agent = filterOf(range);
  const ended = { from: range.from, to: range.to, dates: 'ended', test: 'none', ...agent };
  const rate = home.connect_rate;
  return (
    <section className={styles.tiles} aria-label={t.home.inRange}>
      <Tile
        id="tile-connected"
        name={t.home.connected}
        value={home.connected}
        change={changeOf(home.connected, previous?.connected)}
        search={{ status: 'completed', ...ended }}
      />
      <Tile
        id="tile-not-connected"
        name={t.home.notConnected}
        value={home.not_connected}
        change={changeOf(home.not_connected, previous?.not_connected)}
        search={{ status: NOT_CONNECTED, ...ended }}
      />
      <Tile
        id="tile-connect-rate"
        name={t.home.rate}
        value={rate ?? ''}
        shown={rate === null ? t.common.none : percent(rate)}
        change={rateChange(rate, previous?.connect_rate)}
        search={{ status: `completed,${NOT_CONNECTED}`, ...ended }}
      />
      <Tile
        id="tile-minutes"
        name={t.home.minutes}
        value={home.talk_minutes}
        change={changeOf(home.talk_minutes, previous?.talk_minutes)}
        search={{ status: 'completed', ...ended }}
      />
    </section>
  );
}

interface ComparisonProps {
  readonly range: Range;
  readonly today: string;
  readonly testCalls: number;
}

/** The time with which the figures are compared, and what none of them counts. */
function Comparison({ range, today, testCalls }: ComparisonProps) {
  const { from, to } = rangeBefore(range);
  const days = t.home.days(shownDay(from), shownDay(to));
  const agent = filterOf(range);
  return (
    <div className={styles.comparison}>
      <span>{t.home.comparedWith(days, range.to >= today)}</span>
      {testCalls > 0 && (
        <Link
          to="/calls"
          search={{ from: range.from, to: range.to, test: 'only', ...agent }}
          data-testid="test-calls"
        >
          {t.home.testCalls(testCalls, shownNumber(testCalls))}
        </Link>
      )}
    </div>
  );
}

/** The calls of the chosen agent. */
function filterOf({ agent }: Range): Record<string, string> {
  return agent === '' ? {} : { agent };
}

function percent(rate: number): string {
  return `${shownNumber(Math.round(rate * 1_000) / 10)} %`;
}

const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${shownNumber(Math.abs(value))}`;

/** "+2 · 6 before"; nothing where there was nothing. */
function changeOf(now: number, before: number | undefined): string | undefined {
  if (before === undefined || (now === 0 && before === 0)) return undefined;
  const change = Math.round((now - before) * 10) / 10;
  return `${signed(change)} · ${t.home.before(shownNumber(before))}`;
}

function rateChange(now: number | null, before: number | null | undefined): string | undefined {
  if (before == null) return undefined;
  const was = t.home.before(percent(before));
  if (now === null) return was;
  return `${t.home.points(signed(Math.round((now - before) * 1_000) / 10))} · ${was}`;
}

interface TileProps {
  readonly id: string;
  readonly name: string;
  readonly value: number | string;
  readonly shown?: ReactNode;
  readonly change?: string | undefined;
  readonly to?: '/calls' | '/credits';
  readonly search?: Record<string, string>;
}

function Tile({ id, name, value, shown, change, to = '/calls', search = {} }: TileProps) {
  return (
    <Link to={to} search={search} className={styles.tile ?? ''} data-testid={id} data-value={value}>
      <span className={styles.tileName}>{name}</span>
      <span className={styles.tileValue}>{shown ?? shownNumber(Number(value))}</span>
      {change !== undefined && <span className={styles.change}>{change}</span>}
    </Link>
  );
}
