/** Calls `act` at once, then at most once in `ms`; drops the calls between. */
export function atMostEvery<A extends readonly unknown[]>(
  ms: number,
  act: (...args: A) => void,
): (...args: A) => void {
  let quietUntil = -Infinity;
  return (...args) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + ms;
    act(...args);
  };
}
