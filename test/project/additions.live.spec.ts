import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATCHES, ROOT } from './additions';

/** Two type checks and the document. */
const TIMEOUT_MS = 300_000;

test(
  'compiles all additions of CONTRIBUTING.md together, service and page',
  () => {
    const copy = mkdtempSync(join(tmpdir(), 'aics-additions-'));
    const run = (program: string, ...words: string[]) =>
      execFileSync(program, words, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    try {
      execFileSync('git', ['clone', '--quiet', '--shared', ROOT, copy]);
      for (const folder of ['node_modules', 'web/node_modules'])
        symlinkSync(join(ROOT, folder), join(copy, folder));
      // Some change the same lines.
      writeFileSync(join(copy, '.git/info/attributes'), '* merge=union\n');
      for (const patch of readdirSync(PATCHES)) run('git', 'apply', '--3way', join(PATCHES, patch));
      try {
        run('npm', 'run', '--silent', 'openapi');
      } catch {
        // It writes the page's types first; all additions together are longer than the document may be.
      }
      run('npx', 'tsc', '--noEmit', '-p', 'tsconfig.json');
      run('npx', 'tsc', '-p', 'web/tsconfig.json');
    } finally {
      rmSync(copy, { recursive: true });
    }
  },
  TIMEOUT_MS,
);
