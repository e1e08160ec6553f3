import type { Operations } from './operations';
import type { CommandReach } from './session';

/** Loads the contexts late, so that help and usage errors are fast. */
export async function inContexts<T>(
  work: (operations: Operations) => Promise<T>,
  reach: CommandReach = 'settings',
): Promise<T> {
  const [{ withContexts }, { Operations: Wired }] = await Promise.all([
    import('./session.js'),
    import('./operations.js'),
  ]);
  return withContexts(reach, (contexts) => work(new Wired(contexts)));
}
