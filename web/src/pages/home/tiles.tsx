import type { ReactNode } from 'react';
import { Link } from '../../components/link/link';
import type { Home } from '../../api/types';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import type { Range } from './range';

const NOT_CONNECTED = 'no_answer,busy,failed';

/** The numbers of now and of the range, each with the calls behind it. */
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
          search={{ status: 'queued', test: 'none', ...agent }}
        />
        <Tile
          id="tile-in-progress"
          name={t.home.inProgress}
          value={home.in_progress}
          shown={t.home.ofLines(shownNumber(home.in_progress), shownNumber(home.lines))}
          search={{ status: 'dialing,in_progress', test: 'none', ...agent }}
        />
        <Tile id="tile-credits" name={t.home.credits} value={home.credits_available} />
      </section>
      <section className={styles.tiles} aria-label={t.home.inRange}>
        <Tile
          id="tile-connected"
          name={t.home.connected}
          value={home.connected}
          search={{ status: 'completed', ...ended }}
        />
        <Tile
          id="tile-not-connected"
          name={t.home.notConnected}
          value={home.not_connected}
          search={{ status: NOT_CONNECTED, ...ended }}
        />
        <Tile
          id="tile-connect-rate"
          name={t.home.rate}
          value={rate ?? ''}
          shown={rate === null ? t.common.none : `${shownNumber(Math.round(rate * 1_000) / 10)} %`}
          search={{ status: `completed,${NOT_CONNECTED}`, ...ended }}
        />
        <Tile
          id="tile-minutes"
          name={t.home.minutes}
          value={home.talk_minutes}
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
  /** The calls behind the number; absent where there are none. */
  readonly search?: Record<string, string>;
}

function Tile({ id, name, value, shown, search }: TileProps) {
  const content = (
    <>
      <span className={styles.tileName}>{name}</span>
      <span className={styles.tileValue}>{shown ?? shownNumber(Number(value))}</span>
    </>
  );
  const common = { className: styles.tile ?? '', 'data-testid': id, 'data-value': value };
  if (!search) return <div {...common}>{content}</div>;
  return (
    <Link to="/calls" search={search} {...common}>
      {content}
    </Link>
  );
}
