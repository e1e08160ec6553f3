import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const inProject = (...path) => join(root, ...path);

const CONFIGURATION = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const STAMP = inProject('dist', '.build-hash');
const CACHE = inProject('node_modules', '.cache');
const LOCK = join(CACHE, 'ai-calling-build.lock');

/** In milliseconds. The holder of the lock renews it while it builds. */
const RENEWAL = 1_000;
const ABANDONED = 15_000;

/**
 * Brings `dist` up to date with the sources, judged by their content. Says nothing on stdout. Of several processes
 * at once, one builds and the others wait for it. A build that fails ends the process with 1.
 */
export async function buildWhenNeeded() {
  await buildUnless(isUpToDate);
}

/** Builds anew, whatever is there. */
export async function buildAnew() {
  await buildUnless(() => false);
}

async function buildUnless(isGood) {
  try {
    if (isGood()) return;
    const compiler = compilerCommand();
    if (!compiler) return;
    const unlock = await lock();
    try {
      if (!isGood()) await build(compiler);
    } finally {
      unlock();
    }
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

function isUpToDate() {
  // An image may carry nothing but what was built.
  if (!existsSync(inProject('src'))) return true;
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources();
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of [...CONFIGURATION, ...sourcesIn('src'), ...sourcesIn('migrations')]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inProject(file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function sourcesIn(folder) {
  const files = readdirSync(inProject(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  return files.sort();
}

/** Of TypeScript, which an installation without devDependencies lacks: that one runs what is there. */
function compilerCommand() {
  try {
    return require.resolve('typescript/bin/tsc');
  } catch {
    if (existsSync(inProject('dist', 'src', 'main.js'))) return undefined;
    throw new Error('The service is not built, and TypeScript is missing: run npm ci with devDependencies.');
  }
}

async function build(compiler) {
  console.error('Building the service (only after a change)…');
  const hash = hashOfSources();
  rmSync(inProject('dist'), { recursive: true, force: true });
  const code = await new Promise((resolve, reject) => {
    // Its stdout too goes to stderr: stdout belongs to the command that is to be run.
    spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: ['ignore', 2, 2] })
      .once('error', reject)
      .once('exit', resolve);
  });
  if (code !== 0) throw new Error('The build failed, see above: the service was not started.');
  writeFileSync(STAMP, hash);
}

/** Waits for the lock; resolves with what releases it. It outlives neither a kill -9 nor a reboot for long. */
async function lock() {
  mkdirSync(CACHE, { recursive: true });
  const own = `${LOCK}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    while (!take(own)) await sleep(100);
  } finally {
    rmSync(own, { force: true });
  }
  const renewal = setInterval(() => {
    const now = new Date();
    utimesSync(LOCK, now, now);
  }, RENEWAL);
  return () => {
    clearInterval(renewal);
    rmSync(LOCK, { force: true });
  };
}

function take(own) {
  try {
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeWhenAbandoned(own);
    return false;
  }
}

function removeWhenAbandoned(own) {
  try {
    const holder = readFileSync(LOCK, 'utf8');
    if (isAlive(Number(holder)) && Date.now() - statSync(LOCK).mtimeMs < ABANDONED) return;
    // Moved, not removed: by now another process may have done the same and taken the lock.
    const moved = `${own}-moved`;
    renameSync(LOCK, moved);
    if (readFileSync(moved, 'utf8') !== holder) linkSync(moved, LOCK);
    rmSync(moved);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
