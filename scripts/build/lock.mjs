import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProject } from './hash.mjs';

const CACHE = inProject('node_modules', '.cache');
const LOCK = join(CACHE, 'ai-calling-build.lock');

/** In milliseconds. The holder of the lock renews it while it builds. */
const RENEWAL = 1_000;
const ABANDONED = 15_000;

/** Waits for the lock; resolves with what releases it. It outlives neither a kill -9 nor a reboot for long. */
export async function lock() {
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
