const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type EndingSignal = (typeof SIGNALS)[number];

type Reaction = (signal: EndingSignal) => void;

/** The last one counts: a program that a command runs decides about Ctrl-C itself. */
const reactions: Reaction[] = [];
const react = (signal: EndingSignal) => reactions.at(-1)?.(signal);

/** During the work, a signal has this effect instead of ending the process. */
export async function reacting<T>(reaction: Reaction, work: () => Promise<T>): Promise<T> {
  if (reactions.length === 0) for (const signal of SIGNALS) process.on(signal, react);
  reactions.push(reaction);
  try {
    return await work();
  } finally {
    reactions.pop();
    if (reactions.length === 0) for (const signal of SIGNALS) process.off(signal, react);
  }
}
