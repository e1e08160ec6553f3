import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import * as echarts from 'echarts';
import { ON_A_FAST_MACHINE } from './fast-machine.mjs';
import { METHOD_OF_LIVE } from './live/method.mjs';
import { coresAreFull } from './parts/dispatch.mjs';
import { METHODS } from './methods.mjs';
import { METHOD_OF_PHONES } from './registrar/method.mjs';
import { requestCostsTable } from './request-costs/page.mjs';
import { WHY_OF_REQUESTS } from './requests.mjs';
import { summaryOf } from './summary.mjs';
import { turnsTable } from './turns/page.mjs';

const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
/** The goal of a part with a table of its own. */
const NO_GOAL = '–';
const PLOT = new URL('../../docs/benchmarks.svg', import.meta.url);

/** Writes docs/benchmarks.md and its plot from the figures of all parts. */
export async function writePage({ parts }) {
  await writeFile(PLOT, plotOf(parts));
  await writeFile(
    PAGE,
    `# Benchmarks

Measured by \`npm run bench\` on machines that the load generator and PostgreSQL share: ${machinesOf(parts)}. Medians:

${summaryOf(parts)}

## How it is measured

The load generator, the service, its PostgreSQL (every commit waits for the disk) and the baselines share the machine.
Everything is on: keys, rate limit (many keys are used), idempotency, policy, credits, outbox, logs at their default level.
\`npm run bench -- PART\` measures one part, \`npm run bench -- --quick\` compares ratios with the ones kept in
\`tools/bench/results/latest.json\` and says what fell by more than a quarter, \`npm run bench -- --page\` writes this page from
them and measures nothing.

## Goals

Minimum, median and maximum of the runs.

| Work | Baseline in the same run | Goal | Measured | Reached |
| ---- | ------------------------ | ---- | -------- | ------- |
${goalRows(parts).join('\n')}

![Requests a second of the service and of its baselines](benchmarks.svg)
${turnsTable(parts.turns?.figures)}${requestCostsTable(parts['request-costs'])}
## Why

${whyOf(parts)}

The cost of a history is the CPU of a request or dispatch on a database with so many calls, beside one that stays at 10,000,
in turn; the line of 10,000, where both are alike, says how far two equals are apart.

What limits it, and what would be done at ten, a hundred and a thousand times the load, is in [scaling.md](scaling.md).

## Every run

${everyRun(parts).join('\n\n')}
`,
  );
}

function goalRows(parts) {
  return Object.entries(parts)
    .filter(([, part]) => part.figures && part.goal !== NO_GOAL)
    .map(
      ([name, { work, against, goal, reached, figures }]) =>
        `| ${work} (\`${name}\`) | ${against} | ${goal} | ${inWords(figures)} | ${{ true: 'yes', false: 'no', undefined: '–' }[reached]} |`,
    );
}

function everyRun(parts) {
  return Object.entries(parts)
    .filter(([, part]) => part.figures?.runs)
    .map(([name, { figures }]) => `### ${name}\n\n${tableOf(figures.runs)}`);
}

/** What the figures rest on, part by part. */
function whyOf(parts) {
  return `${WHY_OF_REQUESTS}

### Deliveries, batches, dispatch

Deliveries are measured against a loop that signs, stores and retries nothing, on one core with its receiver. The same loop
with the least that keeps an event (claim sixteen, send, store; \`tools/bench/baseline/deliverer.mjs\`) has the ratio
\`bareThatStoresRatio\`: what is between it and the service are the signature, the lock of what is stored, the endpoint looked up
anew for each claim, and guarded connections. The events of all accounts are claimed, and what came of them is stored, in
statements for hundreds, while attempts go on; account by account it was 0.21 to 0.31 of the loop. The rows of a batch are validated one by one
in one thread, and stored with their timelines; the raw \`unnest\` beside it writes the rows alone.
${limitOfDispatch(parts.dispatch?.figures)}
### Audio

Audio of 150 calls (\`npm run bench -- phone --calls=150\`, both sides on two cores, 100 s, in turn with the build before, on a machine
2.4 times slower than the table's): the clock's p99 is 20 ms instead of 64, its median 4.5 ms instead of 6.5. The detector of beeps took
61 % of the media thread of 100 calls: the bound of its loops was a constant of another module, which V8 reads anew at each sample, and
each filter waited for its own last sample. Three at once take 9 µs a frame instead of 52. What is busiest now is the main thread (62 %
of a core): each recognizer gets its frames as messages. 12 s of audio of 24 kHz are lowered in 16 ms instead of 30, and its bytes are
copied at once: a media process with 50 spoken calls takes 0.62 of a core instead of 0.73 (60 s of calls as those of \`talk-hour\`).

${METHODS}

${METHOD_OF_PHONES}

${METHOD_OF_LIVE}

${ON_A_FAST_MACHINE}`;
}

/** Each machine with the parts that it measured: a figure compares with those of the same machine alone. */
function machinesOf(parts) {
  const measured = Object.entries(parts).filter(([, part]) => part.figures);
  const machines = [...new Set(measured.map(([, { machine }]) => machine))];
  const namesOf = (machine) => measured.filter(([, part]) => part.machine === machine).map(([name]) => name);
  return machines.map((machine) => `${machine} (${namesOf(machine).join(', ')})`).join('; ');
}

/** What a dispatched call costs, and why two workers on one small machine are no quicker than one. */
function limitOfDispatch(figures) {
  if (!figures) return '';
  const { one, two } = figures;
  const each = (one.nodeCpuMs + one.postgresCpuMs).toFixed(1);
  const cores = cpus().length;
  const most = Math.round((cores * 1_000) / (one.nodeCpuMs + one.postgresCpuMs));
  const full = coresAreFull(two)
    ? ': the second finds no core of its own. On this machine that is the limit; workers gain from each other where\nPostgreSQL has cores to itself.'
    : '.';
  return `
A dispatched call costs ${each} ms of CPU, ${one.postgresCpuMs} of them in PostgreSQL, from the look at the queue to the stored event, so ${cores}
cores have room for ${most} calls a second at most. One worker and its PostgreSQL keep ${one.busyCores} of the ${cores} cores busy, two workers
${two.busyCores}${full}
`;
}

/** Figures without their runs, as \`name: value\`; minimum, median and maximum as \`min / median / max\`. */
function inWords(figures) {
  return Object.entries(figures)
    .filter(([name]) => name !== 'runs' && name !== 'before')
    .map(([name, value]) => `${name} ${valueOf(value)}`)
    .join('; ');
}

function valueOf(value) {
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(valueOf).join(' and ');
  if ('median' in value) return `${value.min} / ${value.median} / ${value.max}`;
  return Object.entries(value)
    .map(([name, inner]) => `${name} ${valueOf(inner)}`)
    .join(', ');
}

function tableOf(runs) {
  const flat = runs.map((run) =>
    Object.fromEntries(
      Object.entries(run).flatMap(([name, value]) =>
        value !== null && typeof value === 'object'
          ? Object.entries(value).map(([inner, figure]) => [`${name} ${inner}`, figure])
          : [[name, value]],
      ),
    ),
  );
  const columns = Object.keys(flat[0]);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...flat.map((run) => line(columns.map((name) => run[name]))),
  ].join('\n');
}

/** Bars: the service beside its baseline, requests a second (medians). */
function plotOf(parts) {
  const compared = Object.entries(parts).filter(([, part]) => part.figures?.runs?.[0]?.baseline);
  const median = (runs, side) => {
    const values = runs.map((run) => run[side].perSecond).sort((a, b) => a - b);
    return Math.round(values[Math.floor(values.length / 2)]);
  };
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 640, height: 320 });
  chart.setOption({
    animation: false,
    title: { text: 'Requests a second (medians)', textStyle: { fontSize: 14 } },
    legend: { top: 28 },
    grid: { top: 70, bottom: 30, left: 60, right: 20 },
    xAxis: { type: 'category', data: compared.map(([name]) => name) },
    yAxis: { type: 'value' },
    series: ['baseline', 'service'].map((side) => ({
      name: side,
      type: 'bar',
      label: { show: true, position: 'top' },
      data: compared.map(([, { figures }]) => median(figures.runs, side)),
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
