/** When a timer of so long goes off here: what a busy machine adds to any timer is nobody's fault. */
export function bell(ms: number): Promise<number> {
  return new Promise((resolve) =>
    setTimeout(() => {
      resolve(performance.now());
    }, ms),
  );
}
