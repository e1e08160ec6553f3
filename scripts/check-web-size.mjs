import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a browser loads of the built page, against the limits that it must keep. In bytes, gzipped as it is sent. */
const KIB = 1_024;
const LIMITS = { first: 150 * KIB, font: 60 * KIB, chunk: 60 * KIB, requests: 14 };

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));
const assets = join(DIST, 'assets');
if (!existsSync(assets)) {
  console.error('The console is not built: run npm run build.');
  process.exit(1);
}

const sizeOf = (name) => {
  const compressed = join(assets, `${name}.gz`);
  return statSync(existsSync(compressed) ? compressed : join(assets, name)).size;
};
const html = readFileSync(join(DIST, 'index.html'), 'utf8');
const first = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name);
// Home loads its charts, which are with its tables.
const charts = readdirSync(assets).filter((name) => /^(charts|tables)-.*\.(js|css)$/.test(name));
const own = new Set(readFileSync(join(DIST, '.own-assets'), 'utf8').split('\n'));
const all = readdirSync(assets).filter((name) => own.has(name));

const sum = (names) => names.reduce((bytes, name) => bytes + sizeOf(name), 0);
const home = [...new Set([...first, ...charts.filter((name) => own.has(name))])];
const fonts = all.filter((name) => name.endsWith('.woff2'));
const largest = all
  .filter((name) => /\.(js|css)$/.test(name) && !home.includes(name))
  .sort((a, b) => sizeOf(b) - sizeOf(a))[0];

const checks = [
  ['first load of Home, JS and CSS', sum(home), LIMITS.first],
  ['font', sum(fonts), LIMITS.font],
  [`largest other part (${largest})`, sizeOf(largest), LIMITS.chunk],
  // The page, its parts, the font, the icon, and Home's requests.
  ['requests of the first load', 1 + home.length + fonts.length + 1 + 5, LIMITS.requests],
];
for (const [what, is, limit] of checks) {
  const shown = limit > 100 ? `${(is / KIB).toFixed(1)} of ${limit / KIB} KiB` : `${is} of ${limit}`;
  console.log(`${is > limit ? 'too much' : 'ok'}  ${what}: ${shown}`);
}
process.exitCode = checks.some(([, is, limit]) => is > limit) ? 1 : 0;
