import type { AgentTestRun } from '../../agents';

export interface FileRun {
  readonly file: string;
  readonly run: AgentTestRun;
}

type Result = AgentTestRun['results'][number];

/** Renders JUnit XML for CI servers: one suite a file. */
export function junitOf(runs: readonly FileRun[]): string {
  const sum = (count: (run: AgentTestRun) => number) => runs.reduce((all, { run }) => all + count(run), 0);
  const totals = countsOf({
    tests: sum(({ results }) => results.length),
    failures: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    ms: sum(({ duration_ms: ms }) => ms),
  });
  const suites = runs.map(suiteOf).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="agent tests" ${totals}>\n${suites}</testsuites>\n`;
}

function suiteOf({ file, run }: FileRun): string {
  const { results, failed, skipped, duration_ms: ms } = run;
  const counts = countsOf({ tests: results.length, failures: failed, skipped, ms });
  const cases = results.map((result) => caseOf(file, result)).join('');
  return `  <testsuite name="${escape(file)}" ${counts}>\n${cases}  </testsuite>\n`;
}

function countsOf(of: { tests: number; failures: number; skipped: number; ms: number }): string {
  return `tests="${of.tests}" failures="${of.failures}" errors="0" skipped="${of.skipped}" time="${(of.ms / 1_000).toFixed(3)}"`;
}

function caseOf(file: string, { name, status, reason, failures }: Result): string {
  const begin = `    <testcase name="${escape(name)}" classname="${escape(file)}"`;
  if (status === 'skipped') return `${begin}><skipped message="${escape(reason ?? '')}"/></testcase>\n`;
  if (status === 'passed') return `${begin}/>\n`;
  const [first] = failures;
  const text = failures.map(({ step, expected, found }) => `${step}: expected: ${expected}\nfound: ${found}`);
  const message = first ? `${first.step}: ${first.expected}` : 'failed';
  return `${begin}>\n      <failure message="${escape(message)}">${escape(text.join('\n'))}</failure>\n    </testcase>\n`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** XML 1.0 has no other control characters, and no halves of surrogate pairs. */
function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>"]/gu, (sign) => ENTITIES.get(sign) ?? sign);
}
