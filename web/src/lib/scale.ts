/** 1, 2 or 5 times a power of ten, at or above the value: the end of an axis. */
export function niceEnd(value: number): number {
  if (value <= 5) return Math.ceil(value);
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
