import { lock } from './build/lock.mjs';
import { page } from './build/page.mjs';
import { sdk } from './build/sdk.mjs';
import { service } from './build/service.mjs';

/**
 * Builds `dist` for a command, `web/dist` too for a start, unless it matches its sources by content. Prints nothing
 * on stdout. Of several processes one builds and the others wait. A failed build ends the process with 1.
 */
export async function buildWhenNeeded({ withPage = false } = {}) {
  await build(withPage ? [service, page] : [service], (part) => !part.isUpToDate());
}

/** Brings the console's page alone up to date. */
export async function buildPageWhenNeeded() {
  await build([page], (part) => !part.isUpToDate());
}

/** Brings the SDK alone up to date. */
export async function buildSdkWhenNeeded() {
  await build([sdk], (part) => !part.isUpToDate());
}

/** Builds service, page and SDK anew, whatever is there. */
export async function buildAnew() {
  await build([service, page, sdk], () => true);
}

async function build(parts, isNeeded) {
  try {
    const possible = parts.filter((part) => isNeeded(part) && part.canBuild());
    if (possible.length === 0) return;
    const unlock = await lock();
    try {
      // Another process may have built during the wait.
      const needed = possible.filter(isNeeded);
      if (needed.length === 0) return;
      const names = needed.map(({ name }) => name).join(' and ');
      console.error(`Building ${names} (only after a change)…`);
      await settled(needed.map((part) => part.build()));
    } finally {
      unlock();
    }
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** Waits for all, so that no build goes on without the lock; then fails as the first that failed. */
async function settled(builds) {
  for (const build of await Promise.allSettled(builds)) {
    if (build.status === 'rejected') throw build.reason;
  }
}
