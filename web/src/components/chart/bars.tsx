import { niceEnd } from '../../lib/scale';
import { shownNumber } from '../../lib/shown-time';
import { Table } from '../table/table';
import { Chart } from './chart';
import styles from './chart.module.css';

/** The first value is stacked on the second. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly tick: string;
  readonly values: readonly number[];
}

interface BarsProps {
  readonly title: string;
  readonly what: string;
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
  readonly empty: string;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [560, 180, 34, 20, 8];

export default function Bars({ title, what, series, bars, empty }: BarsProps) {
  const isEmpty = bars.every(({ values }) => values.every((value) => value === 0));
  return (
    <Chart
      title={title}
      empty={isEmpty ? empty : null}
      drawing={() => <Drawing title={title} series={series} bars={bars} />}
      table={() => (
        <Table
          caption={title}
          rows={bars}
          idOf={({ key }) => key}
          columns={[
            { head: what, cell: ({ label }) => label, isMain: true },
            ...series.map((name, place) => ({
              head: name,
              cell: ({ values }: Bar) => shownNumber(values[place] ?? 0),
              isMain: true,
              isNumber: true,
            })),
          ]}
        />
      )}
    />
  );
}

interface Scale {
  /** The height of a value. */
  readonly height: (value: number) => number;
  /** From one bar to the next. */
  readonly step: number;
  readonly width: number;
}

/** Draws bars that are not all empty. */
function Drawing({ title, series, bars }: Pick<BarsProps, 'title' | 'series' | 'bars'>) {
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const end = niceEnd(Math.max(...sums));
  const step = (WIDTH - LEFT) / bars.length;
  const scale = {
    height: (value: number) => (value / end) * (HEIGHT - BOTTOM - TOP),
    step,
    width: Math.max(2, Math.min(26, step * 0.62)),
  };
  const ticks = end <= 5 ? [0, end] : [0, end / 2, end];
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title} className={styles.drawing}>
        {ticks.map((tick) => (
          <GridLine key={tick} tick={tick} y={HEIGHT - BOTTOM - scale.height(tick)} />
        ))}
        {bars.map((bar, place) => (
          <Stack key={bar.key} bar={bar} place={place} series={series} scale={scale} />
        ))}
      </svg>
      {series.length > 1 && <Legend series={series} />}
    </>
  );
}

function GridLine({ tick, y }: { readonly tick: number; readonly y: number }) {
  return (
    <g>
      <line x1={LEFT} x2={WIDTH} y1={y} y2={y} className={styles.grid} />
      <text x={LEFT - 6} y={y + 4} textAnchor="end" className={styles.tick}>
        {shownNumber(tick)}
      </text>
    </g>
  );
}

interface StackProps extends Pick<BarsProps, 'series'> {
  readonly bar: Bar;
  readonly place: number;
  readonly scale: Scale;
}

function Stack({ bar, place, series, scale: { height, step, width } }: StackProps) {
  const x = LEFT + step * place + (step - width) / 2;
  return (
    <g>
      {stacked(bar.values, height).map(({ y, tall }, layer) => (
        <rect
          key={series[layer]}
          x={x}
          y={y}
          width={width}
          height={tall}
          className={styles[`layer${layer}`]}
        />
      ))}
      {bar.tick !== '' && (
        <text x={x + width / 2} y={HEIGHT - 5} textAnchor="middle" className={styles.tick}>
          {bar.tick}
        </text>
      )}
    </g>
  );
}

function stacked(values: readonly number[], height: Scale['height']) {
  let y = HEIGHT - BOTTOM;
  return values.map((value) => {
    const tall = height(value);
    y -= tall;
    return { y, tall };
  });
}

function Legend({ series }: Pick<BarsProps, 'series'>) {
  return (
    <ul className={styles.legend}>
      {series.map((name, layer) => (
        <li key={name}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="2" className={styles[`layer${layer}`]} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
