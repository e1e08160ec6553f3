let aheadMs = 0;

/** Takes the `Date` of an answer: the browser's clock may be wrong by hours. */
export function syncClock(date: string | null): void {
  const at = date === null ? NaN : Date.parse(date);
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** The service's time, to the second, in milliseconds. */
export function nowMs(): number {
  return Date.now() + aheadMs;
}
