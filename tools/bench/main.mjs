import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { buildWhenNeeded } from '../../scripts/build-when-needed.mjs';

/**
 * npm run bench [-- part …] measures the service against the physical ladder on this machine and writes
 * `tools/bench/results/latest.json` and `docs/benchmarks.md`. npm run bench -- --quick compares ratios with the committed ones
 * and says what fell by more than a quarter; it fails nothing, and writes only with `--keep`: its ratios are then the committed
 * ones. npm run bench -- --page writes `docs/benchmarks.md` from the committed results. npm run bench -- talk-hour --minutes=60
 * --calls=50 is measured only when it is named. npm run bench -- phone --calls=150 measures more calls than the page's. npm run bench -- turns --turns 60 measures a sample and writes nothing; npm run
 * bench -- live --only=browser,lossy measures some of what live measures. npm run bench -- talks post-calls get-call dispatch
 * --base=DIST measures them with this build and with another one, five times in turn, and writes nothing.
 */
const PARTS = [
  'post-calls',
  'get-call',
  'request-costs',
  'post-batches',
  'list-calls',
  'dispatch',
  'pooler',
  'neighbours',
  'slow-carrier',
  'talks',
  'tools',
  'campaigns',
  'sdk',
  'mcp',
  'deliveries',
  'latency',
  'start',
  'history',
  'forgetting',
  'disable',
  'large-bodies',
  'phone',
  'real-calls',
  'registrar',
  'encrypted',
  'console',
  'spoken',
  'cloud',
  'turns',
  'live',
];
/** Too long for a run of all. */
const LONG_PARTS = ['talk-hour'];
/** Those whose figure is a ratio to a baseline of the same run: a time alone says more of the machine's hour. */
const QUICK_PARTS = ['post-calls', 'get-call', 'post-batches', 'deliveries'];
const FALLEN = 0.75;
const RESULTS = new URL('results/latest.json', import.meta.url);

const quick = process.argv.includes('--quick');
/** Another build of the service, by its `dist`, for parts that compare this one with it. */
const base = valueOf('base');
/** Some measures of a part with several, as in --only=a,b. The others keep their committed figures. */
const only = valueOf('only');
/** Options of parts that last long: the time, the concurrent calls, and the share of a corpus. */
const NUMBERS = ['minutes', 'calls', 'turns', 'legs', 'seed'];
const length = Object.fromEntries(
  NUMBERS.flatMap((name) => {
    const value = valueOf(name);
    return value === undefined ? [] : [[name, Number(value)]];
  }),
);
/** The runs of a part, as `--engines=known,kit`: these alone. */
const engines = valueOf('engines')?.split(',');
const wrong = Object.entries(length).find(([, value]) => !(value > 0));
if (wrong) {
  console.error(`--${wrong[0]} is a number above 0, as in --${wrong[0]}=30.`);
  process.exit(2);
}
const asked = process.argv
  .slice(2)
  .filter((word, at, words) => !word.startsWith('--') && !takesNext(words[at - 1]));
const known = [...PARTS, ...LONG_PARTS];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: the parts are ${known.join(', ')}.`);
  process.exit(2);
}

const committed = JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{"parts":{}}'));
if (process.argv.includes('--page')) {
  const { writePage } = await import('./page.mjs');
  await writePage(committed);
  process.exit(0);
}

await buildWhenNeeded();
const measured = {};
const machine = `${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
for (const name of asked.length > 0 ? asked : quick ? QUICK_PARTS : PARTS) {
  const { default: part } = await import(`./parts/${name}.mjs`);
  if (base !== undefined && part.costs) {
    const { compareBuilds } = await import('./builds.mjs');
    const costs = await compareBuilds(name, base, quick);
    for (const [cost, { ours, base: other, ratio }] of Object.entries(costs))
      console.log(`${name}: ${cost} ${ours}, of the other build ${other}, ratio ${ratio}`);
    continue;
  }
  const began = performance.now();
  const kept = committed.parts[name]?.figures;
  const figures = await part.run({ quick, base, only, engines, kept, ...length });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const guard = part.guard?.(figures);
  measured[name] = {
    work: part.work,
    against: part.against,
    goal: part.goal,
    reached: part.reached?.(figures),
    guard,
    seconds,
    machine,
    figures,
  };
  const verdict = { true: 'reached', false: 'NOT reached', undefined: 'no goal' }[measured[name].reached];
  console.log(`${name} (${seconds} s): ${verdict}: ${part.goal}`);
  console.log(
    `  ${JSON.stringify({ ...figures, runs: process.argv.includes('--runs') ? figures.runs : undefined })}`,
  );
  const before = committed.parts[name]?.quickGuard;
  if (quick && before && guard < before * FALLEN) {
    console.log(`  fell by ${Math.round((1 - guard / before) * 100)} % against the committed figure`);
  }
}

const isSample = length.turns !== undefined;
if (!quick && !isSample && Object.keys(measured).length > 0) {
  const parts = { ...committed.parts };
  for (const [name, part] of Object.entries(measured)) parts[name] = { ...parts[name], ...part };
  await mkdir(new URL('.', RESULTS), { recursive: true });
  await writeFile(RESULTS, JSON.stringify({ parts }, null, 2) + '\n');
  const { writePage } = await import('./page.mjs');
  await writePage({ parts });
} else if (quick && process.argv.includes('--keep')) {
  for (const [name, { guard }] of Object.entries(measured))
    committed.parts[name] = { ...committed.parts[name], quickGuard: guard };
  await mkdir(new URL('.', RESULTS), { recursive: true });
  await writeFile(RESULTS, JSON.stringify(committed, null, 2) + '\n');
}
process.exit(0);

/** @param {string} name of an option, as in --name=value or --name value */
function valueOf(name) {
  const at = process.argv.indexOf(`--${name}`);
  if (at > 0) return process.argv[at + 1] ?? '';
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function takesNext(word = '') {
  return [...NUMBERS, 'base', 'engines', 'only'].includes(word.slice(2)) && word.startsWith('--');
}
