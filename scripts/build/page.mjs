import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOf, inProject, isStamped } from './hash.mjs';

const VITE = inProject('node_modules', 'vite', 'bin', 'vite.js');
const DIST = inProject('web', 'dist');
const NEXT = inProject('web', 'dist.next');
const FORMER = inProject('web', 'dist.former');
const STAMP = '.build-hash';
/** The names of a build's own assets, without those that it kept of the one before. */
const OWN = '.own-assets';
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** The console's page: `web/src` becomes `web/dist`. */
export const page = {
  name: 'the console',

  isUpToDate() {
    return !existsSync(inProject('web', 'src')) || isStamped(join(DIST, STAMP), hashOfSources());
  },

  /** False in an installation without devDependencies: that one serves what is there, or nothing. */
  canBuild() {
    return existsSync(VITE);
  },

  /** The folder is exchanged whole; a page that is open still finds the assets of the build before. */
  async build() {
    const hash = hashOfSources();
    await bundle();
    const own = readdirSync(join(NEXT, 'assets'));
    await Promise.all(own.filter((name) => COMPRESSIBLE.test(name)).map(compress));
    writeFileSync(join(NEXT, OWN), readdirSync(join(NEXT, 'assets')).join('\n'));
    writeFileSync(join(NEXT, STAMP), hash);
    keepFormerAssets();
    rmSync(FORMER, { recursive: true, force: true });
    if (existsSync(DIST)) renameSync(DIST, FORMER);
    renameSync(NEXT, DIST);
    rmSync(FORMER, { recursive: true, force: true });
  },
};

function hashOfSources() {
  const files = ['package.json', 'vite.config.ts', 'tsconfig.json', 'index.html'];
  return hashOf(['package-lock.json', ...files.map((name) => join('web', name))], [join('web', 'src')]);
}

async function bundle() {
  const code = await new Promise((resolve, reject) => {
    spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
      cwd: inProject('web'),
      // Tests set NODE_ENV, which would give React's build for development.
      env: { ...process.env, NODE_ENV: 'production', PAGE_OUT_DIR: NEXT },
      stdio: ['ignore', 2, 2],
    })
      .once('error', reject)
      .once('exit', resolve);
  });
  if (code !== 0) throw new Error('The build of the console failed, see above: the service was not started.');
}

async function compress(name) {
  const path = join(NEXT, 'assets', name);
  const content = readFileSync(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, quality),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, gz);
}

function keepFormerAssets() {
  const list = join(DIST, OWN);
  if (!existsSync(list)) return;
  for (const name of readFileSync(list, 'utf8').split('\n')) {
    const [from, to] = [join(DIST, 'assets', name), join(NEXT, 'assets', name)];
    if (existsSync(from) && !existsSync(to)) copyFileSync(from, to);
  }
}
