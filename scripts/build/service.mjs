import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hashOf, inProject, isStamped } from './hash.mjs';

const require = createRequire(import.meta.url);
const STAMP = inProject('dist', '.build-hash');

/** The service: TypeScript in `src` and `migrations`, JavaScript in `dist`. */
export const service = {
  name: 'the service',

  isUpToDate() {
    // An image may carry nothing but what was built.
    return !existsSync(inProject('src')) || isStamped(STAMP, hashOfSources());
  },

  /** False in an installation without devDependencies: that one runs what is there. */
  canBuild() {
    if (compiler() !== undefined) return true;
    if (existsSync(inProject('dist', 'src', 'main.js'))) return false;
    throw new Error('The service is not built, and TypeScript is missing: run npm ci with devDependencies.');
  },

  async build() {
    const hash = hashOfSources();
    rmSync(inProject('dist'), { recursive: true, force: true });
    const code = await new Promise((resolve, reject) => {
      // The compiler's stdout goes to stderr: stdout belongs to the command that is to be run.
      spawn(process.execPath, [compiler() ?? '', '-p', 'tsconfig.build.json'], {
        cwd: inProject(),
        stdio: ['ignore', 2, 2],
      })
        .once('error', reject)
        .once('exit', resolve);
    });
    if (code !== 0) throw new Error('The build failed, see above: the service was not started.');
    writeFileSync(STAMP, hash);
  },
};

function hashOfSources() {
  return hashOf(['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'], ['src', 'migrations']);
}

function compiler() {
  try {
    return require.resolve('typescript/bin/tsc');
  } catch {
    return undefined;
  }
}
