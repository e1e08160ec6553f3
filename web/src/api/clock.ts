let aheadMs = 0;

/** From the `Date` of a response: the browser's clock may be wrong by hours. */
export function syncClock(date: string | null): void {
  const at = date === null ? NaN : Date.parse(date);
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** The service's time, to the second, in milliseconds. */
export function nowMs(): number {
  return Date.now() + aheadMs;
}
