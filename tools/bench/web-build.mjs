import { page } from '../../scripts/build/page.mjs';
import { round } from './server-load.mjs';

/** Seconds that the console's page adds to a first start, and that an unchanged one takes to find that nothing changed. */
export async function timesOfBuild() {
  const seconds = async (work) => {
    const began = performance.now();
    await work();
    return round((performance.now() - began) / 1_000);
  };
  const firstSeconds = await seconds(() => page.build());
  const unchangedSeconds = await seconds(() => {
    if (!page.isUpToDate()) throw new Error('the page was just built');
  });
  return { firstSeconds, unchangedSeconds };
}
