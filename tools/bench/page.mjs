import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import * as echarts from 'echarts';
import { ON_A_FAST_MACHINE } from './fast-machine.mjs';
import { METHOD_OF_LIVE } from './live/method.mjs';
import { coresAreFull } from './parts/dispatch.mjs';
import { METHOD_OF_PHONES } from './registrar/method.mjs';
import { summaryOf } from './summary.mjs';
import { turnsTable } from './turns/page.mjs';

const PAGE = new URL('../../docs/benchmarks.md', import.meta.url);
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
${turnsTable(parts.turns?.figures)}
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
    .filter(([, part]) => part.figures)
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

/** What requests cost, and what was tried. */
const WHY_OF_REQUESTS = `POST and GET do all that the service promises; POST is still two thirds as quick as a server that promises nothing, and GET quicker
(both on a machine that needs twice the time of the others' for a loop), because requests of the same moment go to PostgreSQL together (\`src/platform/database/batch-loader.ts\`): their keys are looked up in one statement, their limits counted in another, calls that are queued share a transaction and its commit. Nothing is cached that can change: the id of a key that worked before is known, so its limit is counted while the key is read (GET then has 1.07 of the requests a second and 0.93 of the median latency: 12 pairs of 2 s; POST no gain). A single request after another has nobody to share with, and waits for five round trips (POST) or two (GET). A connection plans each statement of a call once: of an array of fewer than ten keys PostgreSQL made a new plan each time, as plans for the values looked cheaper, which was 45 % of its time for a GET, a quarter for a POST and a fifth for a talk (\`ofUnknownLength\`). The embedded PostgreSQL keeps what a statement freed (\`initdb.ts\`): on that machine, a virtual one, a POST took 0.61 ms of its CPU instead of 1.17, and there were 1.4 to 1.5 times as many a second.

Measured in turn with the build before, beside the same bare server (medians of nine pairs of 2 s, 2 cores): GET has 1.20 of the requests a second that it
had, POST 1.11, since matched requests go to their handlers (Express tried the patterns of 87 routes first, 20 to 40 µs); since
new calls and rows are copied from a pattern with every field (V8 takes 40 and 14 µs for a copy of 50 fields that it holds as a
dictionary, 0.1 µs for this one); since one ticker times all look-ups of keys, and the log lines of a turn are one write. Deliveries
begin at the commit in a process that makes them, without outbox, relay and queue. Of the time of a POST in PostgreSQL 47 % go to the row, its indexes and its timeline, 23 % to the rate log, 18 % to the idempotency key.

Whole rows come as one JSON array. A statement whose row has 52 columns describes each of them in every answer: read alone, a call took
68 µs of CPU in the client and 123 in PostgreSQL, and takes 32 and 75; four together took 27 and 26 each, and take 13 and 17. The storage
of transactions is enabled while one is active: before Node 24 AsyncLocalStorage has V8 call hooks for every promise of the process, also
of a GET, which has none (0.92 of the CPU without). Answers in JSON are written without Express, which reads the content type back and
copies a text of 1,000 characters or more into a buffer. In turn with the build before all three (five pairs, after the table's runs) a GET
takes 0.85 of the CPU and 0.86 of the time, a talk 0.95 of the CPU.

Requests share their hidden classes. Express changes the prototype of each request and response; after that V8 made a new hidden class
for each property that was added to a request, and cached no access to it. They begin with those prototypes now
(\`src/platform/http/express-classes.ts\`). Requests of the API go from their match to their handler without Express's router, and are
validated and audited without interceptors: with one, Nest wraps each handler in some ten Observables. In turn with the
build before (five pairs, quick, after the table's runs, on a machine 1.4 times slower) a GET takes 0.56 of the CPU and 0.69 of the time.
Before it planned statements once and kept its memory, on a machine as slow as the one of these two in the table, GET had 0.804 / 0.962 / 1.284 of
them and POST 0.523 / 0.628 / 0.703 (eleven runs).

What a group of POSTs sends to PostgreSQL at one time leaves in one packet, six in place of twelve for one POST. Before Node 24
each AsyncLocalStorage in use adds a property to every promise; transactions and what watches their writes share one, keys are loaded
without an async function around the promise, and a POST allocates 170 KB instead of 188. Log lines are written without the flush that calls fsync, bodies are collected without an iterator. In
turn with the build before (20 pairs of 2 s, on that machine) a POST takes 0.96 of the CPU, within its spread. Of the CPU of a POST then
(\`perf\`, 10 s): 15 % kernel, two thirds of it in writes, 11 % garbage collector, 5 % hooks of promises; no function of the service has 2 %.

Tried, and not kept: prepared statements that are described once per connection, with rows made from a pattern. On a busy
machine a client alone took 63 instead of 70 µs of CPU for a row of 50 columns, and GET and POST showed no gain. Halves of the young
generation of 32 or 8 MB instead of 16: no gain beyond the spread, at rest the same memory; with 8 MB and fewer threads of V8 a process that talks keeps 23 MB less.

Fields without problems are read without class-transformer and class-validator, which report the problems of others: 17 instead of 65 µs
for a body of POST /calls, 12 instead of 48 for a row of a batch. A third of the gain of a row are patterns of types of numbers, which
libphonenumber-js compiles anew for each number. A batch is stored in packets of 200 calls, each while the process prepares the next one,
and is validated without pauses on an idle event loop: 1,000 rows take 0.59 of the time (80 pairs in turn with the build before).`;

/** What the figures rest on, part by part. */
function whyOf(parts) {
  return `${WHY_OF_REQUESTS}

Deliveries are measured against a loop that signs, stores and retries nothing, on one core with its receiver. The same loop
with the least that keeps an event (claim sixteen, send, store; \`tools/bench/baseline/deliverer.mjs\`) has the ratio
\`bareThatStoresRatio\`: what is between it and the service are the signature, the lock of what is stored, the endpoint looked up
anew for each claim, and guarded connections. The events of all accounts are claimed, and what came of them is stored, in
statements for hundreds, while attempts go on; account by account it was 0.21 to 0.31 of the loop. The rows of a batch are validated one by one
in one thread, and stored with their timelines; the raw \`unnest\` beside it writes the rows alone.
${limitOfDispatch(parts.dispatch?.figures)}
Audio of 150 calls (\`npm run bench -- phone --calls=150\`, both sides on two cores, 100 s, in turn with the build before, on a machine
2.4 times slower than the table's): the clock's p99 is 20 ms instead of 64, its median 4.5 ms instead of 6.5. The detector of beeps took
61 % of the media thread of 100 calls: the bound of its loops was a constant of another module, which V8 reads anew at each sample, and
each filter waited for its own last sample. Three at once take 9 µs a frame instead of 52. What is busiest now is the main thread (62 %
of a core): each recognizer gets its frames as messages. 12 s of audio of 24 kHz are lowered in 16 ms instead of 30, and its bytes are
copied at once: a media process with 50 spoken calls takes 0.62 of a core instead of 0.73 (60 s of calls as those of \`talk-hour\`).

\`spoken\` has the test softphone answer real calls, four a second so that their turns do not end together, and measures in its
recordings: from the last 5 ms window of the contact above −45 dB to the agent's first. So it includes what the softphone's and
the service's jitter buffers hold back, which \`response_ms\` (\`toldP50Ms\`) does not. The engines that answer at once are a server on
this machine whose words and voice need no time, the kit's words come from espeak-ng on both sides. The softphone, too, shares the
machine. \`cloud\` takes \`response_ms\`, with fakes that wait as long as Deepgram and ElevenLabs say that they take, and two round trips of
150 ms. \`talk-hour\` (\`npm run bench -- talk-hour --minutes=60 --calls=50\`, only when it is named) keeps so many calls of ten
minutes going, and compares each recording with how long the softphone says that its call took.

\`tools\` has simulated talks whose words take no time, a fake model that answers after 1 to 3 s, and a server of tools, both in the
program that measures: each call of a tool has a number, by which its request is found. What lies between is the end of the stream, the
stored row of the use, a new connection and the signature. The other talks have no tools; their contacts answer at once, so that from
the model's last byte to its next request the service alone takes time. \`npm run bench -- tools\` takes about seven minutes.
\`npm run bench -- talks post-calls get-call dispatch phone spoken cloud --base=DIST\` measures this build and another one, five times in
turn, and writes nothing: what a change costs those who do not use it.

\`pooler\` runs two services on one PostgreSQL, one of them through the pooler, which shares the machine's cores with everything else.
Versions of PgBouncer before 1.21 pass no prepared statements in transaction mode, so PostgreSQL parses and plans each anew.

\`forgetting\` has pg_stat_statements count. \`pages\` is the sum over the statements that forget of what a call of each reads, from
memory or disk, in 150 s of a worker; then a worker meets the backlog beside ten requests each 50 ms, POST and GET in turn.

\`console\` was measured on a machine whose cores do about 0.4 of the work of the table's others: a
page of Calls took 9 ms there and takes 22 here. Home sums the calls of a day from an index that covers the summed columns, and its two
requests share a read: of 100,000 calls the slowest of eight answers takes 223 ms instead of 463 (the build before, the same machine and day).

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
