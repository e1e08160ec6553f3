import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writeExamples } from './example-files.mjs';
import { DemoService } from '../lib/demo-service.mjs';
import { World } from './world.mjs';

const SPECMATIC = 'specmatic@2.55.1';
const RATE_LIMIT = 300;
const MUTATING = { SPECMATIC_GENERATIVE_TESTS: 'true', MAX_TEST_REQUEST_COMBINATIONS: '5' };
/** A bad row of a batch is reported in a 200 beside the good ones, which Specmatic cannot know. */
const MUTATED = "STATUS='400' && (METHOD!='POST' || PATH!='/v1/batches')";
const SHOWN = 5;
/** Each run takes about half a minute; one that hangs is ended, and what it has not said is a failure. */
const RUN_TIMEOUT_MS = 600_000;

/** Runs Specmatic against a separate service; resolves with whether it found no fault. */
export async function specmatic({ document, folder }) {
  if (spawnSync('java', ['-version']).status !== 0) {
    console.log('Left out: it needs Java, and there is none here.');
    return true;
  }
  const service = await new DemoService('conformance').start();
  try {
    const world = await new World(service).make();
    const described = await (await fetch(`${service.url}/docs/openapi.json`)).json();
    const examples = join(folder, 'examples');
    console.log(`${writeExamples(examples, described, world)} examples`);
    const valid = join(folder, 'valid');
    writeExamples(valid, described, world, /^2/);
    const common = { document, folder, url: service.url };
    const run = (name, filter) => runSpecmatic({ ...common, name, examples, filter });
    const runs = [await run('with keys that work, or not', "STATUS!='429' && STATUS!='503'")];
    runs.push(
      await runSpecmatic({
        ...common,
        name: 'with mutated fields',
        examples: valid,
        filter: MUTATED,
        more: MUTATING,
      }),
    );
    await spend(service.url, world.spent);
    runs.push(await run('with a key whose requests are spent', "STATUS='429'"));
    service.loseDatabase();
    runs.push(await run('without a database', "STATUS='503'"));
    reportReached(described, new Set(runs.flatMap(({ reached }) => [...reached])));
    return runs.every(({ ok }) => ok);
  } finally {
    await service.end();
  }
}

async function spend(url, key) {
  const ask = () => fetch(`${url}/v1/credits`, { headers: { 'X-API-Key': key } });
  for (let sent = 0; sent < RATE_LIMIT; sent += 10) await Promise.all(Array.from({ length: 10 }, ask));
}

/** One run. Through npx its exit code means nothing, so the end of its output is read. */
async function runSpecmatic({ name, document, folder, examples, filter, more = {}, url }) {
  const words = ['test', document, `--testBaseURL=${url}`, `--examples=${examples}`, `--filter=${filter}`];
  const output = await new Promise((done) => {
    let all = '';
    const child = spawn('npx', ['--yes', SPECMATIC, ...words], {
      cwd: folder,
      env: { ...process.env, JAVA_TOOL_OPTIONS: '-Xmx1g', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: RUN_TIMEOUT_MS,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (all += chunk));
    child.once('close', () => done(all));
  });
  const [, run, failures, errors] =
    /Tests run: (\d+), Successes: \d+, Failures: (\d+), WIP: \d+, Errors: (\d+)/.exec(output) ?? [];
  const ok = Number(run) > 0 && failures === '0' && errors === '0';
  console.log(`${name}: ${run ?? 'no'} requests, ${failures ?? '?'} failures, ${errors ?? '?'} errors`);
  if (!ok) console.error(blamed(output));
  const succeeded = [...output.matchAll(/Scenario: (\w+) (\S+) -> (\d+) .*has SUCCEEDED/g)];
  return { ok, reached: new Set(succeeded.map(([, method, path, status]) => key(method, path, status))) };
}

function blamed(output) {
  const failed = [...output.matchAll(/^ *Scenario: .* has (?:FAILED|ERRORED)(?:.*\n){1,12}/gm)].map(
    ([text]) => text,
  );
  return failed.length > 0 ? failed.slice(0, SHOWN).join('\n') : output.slice(-4_000);
}

function key(method, path, status) {
  return `${method} ${path.replace(/[({][^(){}]*[)}]/g, '{}')} ${status}`;
}

function reportReached(document, reached) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) =>
      Object.keys(responses).map((status) => key(method.toUpperCase(), path, status)),
    ),
  );
  const documented = operations.flat();
  const missed = documented.filter((one) => !reached.has(one));
  console.log(
    `${operations.filter((all) => all.some((one) => reached.has(one))).length} of ${operations.length} operations, ` +
      `${documented.length - missed.length} of ${documented.length} documented answers reached`,
  );
  const others = missed.filter((one) => !one.endsWith(' 500'));
  console.log(`Not reached: ${others.join(', ')}; ${missed.length - others.length} times 500`);
}
