// run-tests.mjs quick|live [options of Jest]: runs the suites of one kind. A suite that fails runs once more by itself.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');
const NOTES = 'test/flaky.md';
const MAX_FLAKY = 3;
/** More failures than this have one cause, and their second runs would take long. */
const MAX_RERUNS = 10;
const MAX_FAILURE_LENGTH = 200;
const NOT_LOADED = /^\s*● Test suite failed to run\s*/;

const [kind, ...options] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'test-results-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
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

/** Resolves with the exit code and the suites that failed. */
async function runJest(given) {
  const file = join(folder, 'results.json');
  rmSync(file, { force: true });
  const jest = spawn(process.execPath, [JEST, '--json', `--outputFile=${file}`, ...given], {
    stdio: 'inherit',
    env: { ...process.env, TEST_SUITES: kind },
  });
  const code = await new Promise((resolve) => jest.once('exit', (status) => resolve(status ?? 1)));
  const { testResults } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  const failed = testResults.filter(({ status }) => status === 'failed');
  return {
    code,
    failed: failed.map((suite) => ({ name: relative('', suite.name), failure: failureOf(suite) })),
  };
}

/** The first failure of a suite: the test, and the first line of its message. */
function failureOf({ assertionResults, message }) {
  const test = assertionResults.find(({ status }) => status === 'failed');
  const text = test ? `${test.fullName}: ${test.failureMessages[0]}` : message.replace(NOT_LOADED, '');
  const [line] = stripVTControlCharacters(text).split('\n');
  return line.slice(0, MAX_FAILURE_LENGTH);
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
