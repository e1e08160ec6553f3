import type { Command } from 'commander';
import type { Operations } from './operations';
import { print } from './output';
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

/** The action of a command that prints what the work returns. */
export function prints<T>(work: (operations: Operations, options: T) => Promise<unknown>) {
  return async (options: T, command: Command): Promise<void> => {
    print(command, await inContexts((operations) => work(operations, options)));
  };
}
