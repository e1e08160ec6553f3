/** 1, 2 or 5 times a power of ten, at or above the value: the end of an axis. */
export function niceEnd(value: number): number {
  if (value <= 5) return Math.max(1, Math.ceil(value));
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** Maps 0…end to 0…length. */
export function linear(end: number, length: number): (value: number) => number {
  return (value) => (end > 0 ? (value / end) * length : 0);
}
