const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type Handler = (signal: (typeof SIGNALS)[number]) => void;

/** The last one counts: a program that a command runs decides about Ctrl-C itself. */
const handlers: Handler[] = [];
const handle: Handler = (signal) => handlers.at(-1)?.(signal);

/** During the work, a signal calls the handler instead of ending the process. */
export async function withSignalHandler<T>(handler: Handler, work: () => Promise<T>): Promise<T> {
  if (handlers.length === 0) for (const signal of SIGNALS) process.on(signal, handle);
  handlers.push(handler);
  try {
    return await work();
  } finally {
    handlers.pop();
    if (handlers.length === 0) for (const signal of SIGNALS) process.off(signal, handle);
  }
}
