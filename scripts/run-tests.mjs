// run-tests.mjs quick|live [options of Jest]: runs the suites of one kind. A suite that fails runs once more by itself.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');
const REPORTER = fileURLToPath(new URL('../test/harness/suite-events.cjs', import.meta.url));
const NOTES = 'test/flaky.md';
const MAX_FLAKY = 3;
/** More failures than this have one cause, and their second runs would take long. */
const MAX_RERUNS = 10;
const MAX_FAILURE_LENGTH = 200;
const NOT_LOADED = /^\s*● Test suite failed to run\s*/;
/**
 * Jest waits without a limit for a suite that blocks its process, and for a process that ended between two suites. No test
 * lasts as long.
 */
const MAX_SILENCE_MS = Number(process.env['TEST_MAX_SILENCE_SECONDS'] ?? 600) * 1_000;

const [kind, ...options] = process.argv.slice(2);
// Jest gets the signal, too, and ends by itself.
process.on('SIGINT', () => {});

process.exitCode = await runSuites();

async function runSuites() {
  const { code, failed } = await runJest(options);
  if (failed.length === 0 || failed.length > MAX_RERUNS) return code;
  console.log(`\nOnce more, each by itself: ${failed.map(({ name }) => name).join(', ')}`);
  const flaky = [];
  let isRed = false;
  for (const suite of failed) {
    // Without workers, a handle that a failed test leaves open would keep the run from ending.
    const rerun = await runJest(['--runInBand', '--forceExit', '--runTestsByPath', suite.name]);
    if (rerun.code === 0) flaky.push(suite);
    else isRed = true;
  }
  for (const { name, failure } of flaky) console.log(`flaky: ${name}: ${failure}`);
  note(flaky);
  if (flaky.length > MAX_FLAKY) console.log(`${flaky.length} suites are flaky: at most ${MAX_FLAKY} may be.`);
  return isRed || flaky.length > MAX_FLAKY ? 1 : 0;
}

/** Resolves with the exit code and the suites that failed, or that were under way when nothing happened any more. */
async function runJest(given) {
  const jest = spawn(process.execPath, [JEST, ...given, '--reporters=default', `--reporters=${REPORTER}`], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TEST_SUITES: kind },
  });
  const [failed, running] = [[], new Set()];
  let suites = 0;
  let isWhole = true;
  const silence = setTimeout(() => {
    const stuck = [...running].map((path) =>
      failureOf(path, `nothing happened for ${MAX_SILENCE_MS / 1_000} s`),
    );
    console.log(`stuck: ${stuck.map(({ name }) => name).join(', ') || 'Jest itself'}`);
    failed.push(...stuck);
    isWhole = suites === running.size;
    if (!isWhole) console.log(`${suites - running.size} suites were not run.`);
    killWithWorkers(jest.pid);
  }, MAX_SILENCE_MS);
  jest.on('message', (event) => {
    silence.refresh();
    suites = event.suites ?? suites;
    if (event.began) running.add(event.began);
    if (!event.ended) return;
    running.delete(event.ended);
    suites -= 1;
    if (event.failure) failed.push(failureOf(event.ended, event.failure));
  });
  const code = await new Promise((resolve) => jest.once('exit', (status) => resolve(status ?? 1)));
  clearTimeout(silence);
  // A run that is not whole fails, whatever its suites do by themselves.
  return { code, failed: isWhole ? failed : [] };
}

/** The test of a suite that failed, and the first line of its message. */
function failureOf(path, text) {
  const [line] = stripVTControlCharacters(text).replace(NOT_LOADED, '').split('\n');
  return { name: relative('', path), failure: line.slice(0, MAX_FAILURE_LENGTH) };
}

/** A blocked worker does not notice that Jest has ended. Where the system does not list them, Jest alone is killed. */
function killWithWorkers(pid) {
  const list = `/proc/${pid}/task/${pid}/children`;
  const workers = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : [];
  for (const each of [...workers.map(Number), pid]) process.kill(each, 'SIGKILL');
}

function note(flaky) {
  const day = new Date().toISOString().slice(0, 10);
  const lines = flaky.map(
    ({ name, failure }) => `- ${day} \`${name}\`: \`${failure.replaceAll('`', "'")}\`\n`,
  );
  if (lines.length === 0) return;
  try {
    const isFirst = !/^- /m.test(readFileSync(NOTES, 'utf8'));
    appendFileSync(NOTES, `${isFirst ? '\n' : ''}${lines.join('')}`);
  } catch (error) {
    console.log(`${NOTES} cannot be written: ${error.code}`);
  }
}
