import { execFile } from 'node:child_process';
import { join } from 'node:path';
import 'reflect-metadata';
import { buildWhenNeeded } from '../../scripts/build-when-needed.mjs';
import { BARE_ENVIRONMENT } from '../lib/paths.mjs';
import { ServiceDriver } from '../lib/service-driver.mjs';
import { fill } from './audit-data.mjs';

/**
 * How long `cli audit` takes, and how much memory: node tools/bench/audit.mjs [calls] on a PostgreSQL of its own. The data
 * are made by SQL and break no promise, so the audit must find nothing.
 */
const calls = Number(process.argv[2] ?? 1_000_000);

await buildWhenNeeded();
const driver = new ServiceDriver('bench-audit');
const { createDataSource } = driver.built('platform/database/data-source.js');
const { migrate } = driver.built('platform/database/migrate.js');

await driver.startDatabase({ use: 'command' });
try {
  const dataSource = await createDataSource(driver.directUrl).initialize();
  await migrate(dataSource);
  const made = performance.now();
  await fill(dataSource, calls);
  console.log(`made ${calls} calls in ${seconds(made)} s`);

  const began = performance.now();
  const writes = writeMeanwhile(dataSource);
  const { report, peakMiB } = await audit();
  const slowest = await writes.end();
  for (const { name, count, failures } of report.checks) {
    console.log(
      `${name.padEnd(42)} ${String(count).padStart(9)}  ${failures.length === 0 ? 'ok' : failures.slice(0, 3)}`,
    );
  }
  console.log(
    `audit: ${seconds(began)} s, ${peakMiB} MiB; slowest of ${writes.count} writes beside it ${slowest} ms`,
  );
  process.exitCode = report.ok ? 0 : 1;
  await dataSource.destroy();
} finally {
  await driver.stop();
}

/** The command, as an operator runs it; with the most memory that its process had. */
function audit() {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [
        '--import',
        new URL('peak-memory.mjs', import.meta.url).href,
        join(driver.dist, 'src', 'cli', 'main.js'),
        'audit',
        '--json',
      ],
      { env: { ...BARE_ENVIRONMENT, DATABASE_URL: driver.directUrl }, maxBuffer: 1 << 26 },
      (_error, stdout, stderr) => {
        const peakMiB = Number(/peak (\d+) MiB/.exec(stderr)?.[1]);
        try {
          resolve({ report: JSON.parse(stdout), peakMiB });
        } catch {
          reject(new Error(`the audit ended with ${child.exitCode}: ${stderr}`));
        }
      },
    );
  });
}

/** Updates a call every 20 ms, like a working service; returns the time of the slowest update. */
function writeMeanwhile(dataSource) {
  let going = true;
  let slowest = 0;
  const writes = { count: 0, end: () => ((going = false), done.then(() => Math.round(slowest))) };
  const done = (async () => {
    while (going) {
      const began = performance.now();
      await dataSource.query(`UPDATE calls SET held_by = NULL WHERE id = 'call_0000000042'`);
      await dataSource.query('UPDATE account_lines SET held_until = NULL');
      slowest = Math.max(slowest, performance.now() - began);
      writes.count += 1;
      await new Promise((wait) => setTimeout(wait, 20));
    }
  })();
  return writes;
}

function seconds(began) {
  return ((performance.now() - began) / 1_000).toFixed(1);
}
