import type { ReactNode } from 'react';
import { Link } from '../../components/link/link';
import type { Home } from '../../api/types';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { Range } from './range';

const NOT_CONNECTED = 'no_answer,busy,failed';

/** With links to the calls behind each number. */
export function Tiles({ home, range }: { readonly home: Home; readonly range: Range }) {
  const agent: Record<string, string> = range.agent === '' ? {} : { agent: range.agent };
  const ended = { from: range.from, to: range.to, test: 'none', ...agent };
  const rate = home.connect_rate;
  return (
    <>
      <section className={styles.tiles} aria-label={t.home.now}>
        <Tile
          id="tile-waiting"
          name={t.home.waiting}
          value={home.waiting}
          to="/calls"
          search={{ status: 'queued', test: 'none', ...agent }}
        />
        <Tile
          id="tile-in-progress"
          name={t.home.inProgress}
          value={home.in_progress}
          shown={t.home.ofLines(shownNumber(home.in_progress), shownNumber(home.lines))}
          to="/calls"
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
      <section className={styles.tiles} aria-label={t.home.inRange}>
        <Tile
          id="tile-connected"
          name={t.home.connected}
          value={home.connected}
          to="/calls"
          search={{ status: 'completed', ...ended }}
        />
        <Tile
          id="tile-not-connected"
          name={t.home.notConnected}
          value={home.not_connected}
          to="/calls"
          search={{ status: NOT_CONNECTED, ...ended }}
        />
        <Tile
          id="tile-connect-rate"
          name={t.home.rate}
          value={rate ?? ''}
          shown={rate === null ? t.common.none : `${shownNumber(Math.round(rate * 1_000) / 10)} %`}
          to="/calls"
          search={{ status: `completed,${NOT_CONNECTED}`, ...ended }}
        />
        <Tile
          id="tile-minutes"
          name={t.home.minutes}
          value={home.talk_minutes}
          to="/calls"
          search={{ status: 'completed', ...ended }}
        />
      </section>
    </>
  );
}

interface TileProps {
  readonly id: string;
  readonly name: string;
  readonly value: number | string;
  readonly shown?: ReactNode;
  readonly to: '/calls' | '/credits';
  readonly search?: Record<string, string>;
}

function Tile({ id, name, value, shown, to, search = {} }: TileProps) {
  return (
    <Link to={to} search={search} className={styles.tile ?? ''} data-testid={id} data-value={value}>
      <span className={styles.tileName}>{name}</span>
      <span className={styles.tileValue}>{shown ?? shownNumber(Number(value))}</span>
    </Link>
  );
}
