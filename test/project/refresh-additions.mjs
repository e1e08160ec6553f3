import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// `npm run additions`: writes each patch of additions/ anew, against the last commit.
const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'test/project/additions');

const copy = mkdtempSync(join(tmpdir(), 'aics-additions-'));
const git = (...words) => execFileSync('git', ['-C', copy, ...words], { encoding: 'utf8', stdio: 'pipe' });
try {
  execFileSync('git', ['clone', '--quiet', '--shared', ROOT, copy]);
  for (const name of readdirSync(FOLDER)) {
    // A conflict ends it with an error: that addition must be made anew.
    git('apply', '--3way', join(FOLDER, name));
    writeFileSync(join(FOLDER, name), git('diff', '--cached', 'HEAD'));
    git('reset', '--quiet', '--hard');
  }
} finally {
  rmSync(copy, { recursive: true });
}
