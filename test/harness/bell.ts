/** When a timer of this length fires on this machine, so that a test does not count the delay of a busy machine. */
export function bell(ms: number): Promise<number> {
  return new Promise((resolve) => setTimeout(() => resolve(performance.now()), ms));
}
