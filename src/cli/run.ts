import type { Operations } from './operations';

/** Opens the contexts for one command. They are loaded only now: help and wrong use answer at once. */
export async function inContexts<T>(work: (operations: Operations) => Promise<T>): Promise<T> {
  const [{ withContexts }, { Operations: Wired }] = await Promise.all([
    import('./session.js'),
    import('./operations.js'),
  ]);
  return withContexts((contexts) => work(new Wired(contexts)));
}
