import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { hashOf, inProject, isStamped } from './hash.mjs';

const COMPILER = inProject('node_modules', 'typescript', 'bin', 'tsc');
const DIST = inProject('sdk', 'dist');
const STAMP = inProject('sdk', 'dist', '.build-hash');

/** The TypeScript client: `sdk/src` becomes `sdk/dist/esm` and `sdk/dist/cjs`, each with its types. */
export const sdk = {
  name: 'the SDK',

  isUpToDate() {
    return !existsSync(inProject('sdk', 'src')) || isStamped(STAMP, hashOfSources());
  },

  canBuild() {
    return existsSync(COMPILER) && existsSync(inProject('sdk', 'src'));
  },

  async build() {
    const hash = hashOfSources();
    rmSync(DIST, { recursive: true, force: true });
    await Promise.all([compile('tsconfig.json'), compile('tsconfig.cjs.json')]);
    // The package itself is ESM.
    writeFileSync(inProject('sdk', 'dist', 'cjs', 'package.json'), '{"type":"commonjs"}\n');
    writeFileSync(STAMP, hash);
  },
};

function hashOfSources() {
  const files = ['package.json', 'tsconfig.json', 'tsconfig.cjs.json'].map((name) => `sdk/${name}`);
  return hashOf(['package-lock.json', ...files], ['sdk/src']);
}

async function compile(config) {
  const code = await new Promise((resolve, reject) => {
    spawn(process.execPath, [COMPILER, '-p', config], { cwd: inProject('sdk'), stdio: ['ignore', 2, 2] })
      .once('error', reject)
      .once('exit', resolve);
  });
  if (code !== 0) throw new Error('The build of the SDK failed, see above.');
}
