import { useLive } from '../../api/queries';
import type { CallFilters } from '../../api/call-filters';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { Name } from '../../components/name/name';
import { shownDay } from '../../lib/shown-time';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import { wordsOf } from './filters';
import styles from './page.module.css';
import { Views } from './views';

interface ChipsProps {
  readonly filters: CallFilters;
  readonly onChange: (to: CallFilters) => void;
  readonly onClear: () => void;
}

/** The saved views, and the filters that are set. */
export function Chips(props: ChipsProps) {
  return (
    <>
      <Views filters={props.filters} />
      <SetFilters {...props} />
    </>
  );
}

function SetFilters({ filters, onChange, onClear }: ChipsProps) {
  const set = useSetFilters(filters);
  if (set.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t.calls.filters}>
      {set.map(({ key, name, value }) => (
        <li key={key}>
          <Button className={styles.chip} onClick={() => onChange({ [key]: undefined })}>
            <span>
              <span className="hidden">{t.calls.remove} </span>
              {name}: <Name>{value}</Name>
            </span>
            <Icon name="close" />
          </Button>
        </li>
      ))}
      <li>
        <Button look="quiet" onClick={onClear}>
          {t.calls.clear}
        </Button>
      </li>
    </ul>
  );
}

interface SetFilter {
  readonly key: keyof CallFilters;
  readonly name: string;
  readonly value: string;
}

function useSetFilters(filters: CallFilters): readonly SetFilter[] {
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const agentName = (id: string) => agents.data?.data.find((agent) => agent.id === id)?.name ?? id;
  const { batch: batchId = '' } = filters;
  const batch = useLive({
    key: ['batch', batchId],
    load: (signal) => requests.batch(batchId, signal),
    isOff: batchId === '',
  });
  const batchName = (id: string) => (batch.data ? (batch.data.name ?? t.batches.unnamed) : id);
  const chips: readonly (readonly [keyof CallFilters, string, (value: string) => string])[] = [
    ['q', t.calls.find, (value) => value],
    ['status', t.calls.status, wordsOf],
    ['agent', t.calls.agent, agentName],
    ['batch', t.calls.batch, batchName],
    ['outcome', t.calls.outcome, labelInWords],
    ['test', t.calls.test, (value) => (value === 'only' ? t.calls.testOnly : t.calls.testNone)],
    ['direction', t.calls.direction, (value) => t.calls.directions.get(value) ?? value],
    ['chain', t.attempts.chain, (value) => value],
    ['latest', t.attempts.latest, () => t.attempts.latestOnly],
    ['from', t.calls.from, shownDay],
    ['to', t.calls.to, shownDay],
    ['dates', t.calls.dates, () => t.calls.datesEnded],
  ];
  return chips
    .filter(([key]) => filters[key])
    .map(([key, name, valueOf]) => ({ key, name, value: valueOf(filters[key] ?? '') }));
}
