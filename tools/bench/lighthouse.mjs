import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BROWSER } from '../lib/browser.mjs';

/** Lighthouse needs a newer Node than the service, so it is no dependency: npx brings both. */
const PACKAGES = ['-p', 'node@24', '-p', 'lighthouse@13.5.0'];
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const RUNS = 3;

/** Lighthouse's scores (of 100) of Home, Calls and a call, on a phone and on a desktop; medians of three runs. */
export async function lighthouse(driver, server, account) {
  const folder = mkdtempSync(join(tmpdir(), 'ai-calling-lighthouse-'));
  try {
    const { cookie } = await driver.session(account.id, server.origin);
    const headers = join(folder, 'headers.json');
    writeFileSync(headers, JSON.stringify({ Cookie: cookie }));
    const [{ id }] = await driver.sql(
      `SELECT id FROM calls WHERE account_id = $1 AND status = 'completed' ORDER BY created_at DESC LIMIT 1`,
      [account.id],
    );
    const scores = [];
    for (const [page, path] of [
      ['Home', ''],
      ['Calls', '/calls'],
      ['Call', `/calls/${id}`],
    ]) {
      for (const form of ['mobile', 'desktop']) {
        const runs = [];
        for (let at = 0; at < RUNS; at++) {
          const look = () => scoresOf(`${server.origin}/console${path}`, { form, headers, folder });
          // Now and then it records no trace, and asks to be run again.
          runs.push(await look().catch(look));
        }
        const median = (name) => runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(RUNS / 2)];
        scores.push({
          page,
          form,
          performance: median('performance'),
          accessibility: median('accessibility'),
          cls: median('cls'),
        });
      }
    }
    return scores;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scoresOf(url, { form, headers, folder }) {
  const out = join(folder, 'report.json');
  const options = [
    url,
    '--output=json',
    `--output-path=${out}`,
    '--quiet',
    '--disable-storage-reset',
    '--only-categories=performance,accessibility',
    `--extra-headers=${headers}`,
    `--chrome-flags=${FLAGS.join(' ')} --user-data-dir=${join(folder, 'profile')}`,
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ];
  await promisify(execFile)(
    'npx',
    ['--yes', '--ignore-scripts=false', ...PACKAGES, 'lighthouse', ...options],
    {
      env: { ...process.env, CHROME_PATH: BROWSER },
      maxBuffer: 1 << 26,
    },
  );
  const { categories, audits, runtimeError } = JSON.parse(readFileSync(out, 'utf8'));
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const percent = ({ score }) => Math.round(score * 100);
  return {
    performance: percent(categories.performance),
    accessibility: percent(categories.accessibility),
    cls: audits['cumulative-layout-shift'].numericValue,
  };
}
