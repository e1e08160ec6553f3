import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Sizes of the SDK's bundles, minified and gzipped, and of the packed file, against their limits. In bytes. */
const KIB = 1_024;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function bundled(entry) {
  const result = await build({
    configFile: false,
    root: join(ROOT, 'sdk'),
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(ROOT, 'sdk/dist/esm', entry), formats: ['es'] },
    },
  });
  const [{ output }] = [result].flat();
  return gzipSync(output[0].code, { level: 9 }).length;
}

function packed() {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-pack-'));
  try {
    execFileSync('npm', ['pack', '-w', 'sdk', '--silent', '--pack-destination', folder], { cwd: ROOT });
    return statSync(join(folder, readdirSync(folder)[0] ?? '')).size;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const checks = [
  ['all of the SDK', await bundled('index.js'), 10 * KIB],
  ['./webhooks', await bundled('webhooks.js'), 2 * KIB],
  ['the packed file', packed(), 120 * KIB],
];
for (const [what, is, limit] of checks) {
  console.log(`${is > limit ? 'too much' : 'ok'}  ${what}: ${(is / KIB).toFixed(1)} of ${limit / KIB} KiB`);
}
process.exitCode = checks.some(([, is, limit]) => is > limit) ? 1 : 0;
