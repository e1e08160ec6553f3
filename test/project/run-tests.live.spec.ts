import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const RUNNER = resolve(__dirname, '../../scripts/run-tests.mjs');
/** Longer than Jest takes to begin on a busy machine. */
const MAX_SILENCE_SECONDS = 12;
const FAILS = "throw new Error('it broke\\nat a line');";
/** Fails in its first run only. */
const FLAKY = `const { existsSync, writeFileSync } = require('node:fs');
  const mark = __filename + '.ran';
  if (!existsSync(mark)) { writeFileSync(mark, ''); ${FAILS} }`;

let folder: string;
const note = () => join(folder, 'test/flaky.md');

/** Runs suites whose only test has the given body. */
async function run(suites: Record<string, string>, ...options: string[]) {
  const config = `module.exports = { testMatch: ['**/*.spec.js'] };`;
  writeFileSync(join(folder, 'jest.config.cjs'), config);
  for (const [name, body] of Object.entries(suites)) {
    writeFileSync(join(folder, `${name}.spec.js`), `describe('a', () => { test('b', () => { ${body} }); });`);
  }
  return new Promise<{ code: number; output: string }>((done) => {
    const env = { ...process.env, TEST_MAX_SILENCE_SECONDS: String(MAX_SILENCE_SECONDS) };
    execFile(process.execPath, [RUNNER, 'quick', ...options], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  mkdirSync(join(folder, 'test'));
  writeFileSync(note(), '# Flaky suites\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('passes when all suites pass, and hands options on to Jest', async () => {
  const { code, output } = await run({ one: '', two: FAILS }, 'one');
  expect(output).toContain('Tests:       1 passed, 1 total');
  expect(output).not.toContain('flaky');
  expect(code).toBe(0);
});

test('fails when a suite fails twice', async () => {
  const { code, output } = await run({ one: '', two: FAILS });
  expect(output.match(/● a › b/gu)?.length).toBeGreaterThan(1);
  expect(output).not.toContain('flaky: ');
  expect(code).toBe(1);
  expect(readFileSync(note(), 'utf8')).toBe('# Flaky suites\n');
});

test('passes when a suite passes alone, and reports and notes its first failure', async () => {
  const { code, output } = await run({ one: '', two: FLAKY });
  expect(output).toMatch(/^flaky: two\.spec\.js: a b: Error: it broke$/mu);
  expect(code).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  expect(readFileSync(note(), 'utf8')).toBe(
    `# Flaky suites\n\n- ${today} \`two.spec.js\`: \`a b: Error: it broke\`\n`,
  );
});

test('repeats a suite that blocked its process, once the others have ended', async () => {
  const blocks = FLAKY.replace(FAILS, 'for (;;);');
  const { code, output } = await run({ one: '', two: blocks, three: '' }, '--maxWorkers=2');
  expect(output).toMatch(/^flaky: two\.spec\.js: nothing happened for 12 s$/mu);
  expect(output).not.toContain('not run');
  expect(code).toBe(0);
});

test('fails when suites never began', async () => {
  const { code, output } = await run({ one: 'for (;;);', two: 'for (;;);', three: '' }, '--maxWorkers=2');
  expect(output).toContain('1 suites were not run.');
  expect(code).toBe(1);
});

test('fails when more than three suites are flaky', async () => {
  const { code, output } = await run({ one: FLAKY, two: FLAKY, three: FLAKY, four: FLAKY });
  expect(output.match(/^flaky: /gmu)).toHaveLength(4);
  expect(output).toContain('4 suites are flaky: at most 3 may be.');
  expect(code).toBe(1);
});

test('runs no suite again when more fail than by chance', async () => {
  const names = Array.from({ length: 11 }, (_, at) => `suite${at}`);
  const { code, output } = await run(Object.fromEntries(names.map((name) => [name, FLAKY])));
  expect(output).not.toContain('flaky: ');
  expect(code).toBe(1);
});

test('passes without a note when it cannot be written', async () => {
  rmSync(note());
  mkdirSync(note());
  chmodSync(note(), 0o500);
  const { code, output } = await run({ two: FLAKY });
  expect(output).toMatch(/^flaky: two\.spec\.js/mu);
  expect(output).toContain('test/flaky.md cannot be written');
  expect(code).toBe(0);
  expect(existsSync(note())).toBe(true);
});

test('fails as Jest does when it cannot begin', async () => {
  const { code, output } = await run({ one: '' }, '--config=missing.json');
  expect(output).toContain('missing.json');
  expect(code).toBe(1);
});
