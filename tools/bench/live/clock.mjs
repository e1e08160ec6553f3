/**
 * The histogram of how late the 20 ms clock of a process was, since it began: bounds in ms, and the ticks that were at most so
 * late.
 * @returns {Promise<{ms: number, ticks: number}[]>}
 */
export async function clockOf(origin) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const buckets = [...text.matchAll(/^aics_media_late_seconds_bucket\{le="([\d.]+)"\} (\d+)$/gm)];
  if (buckets.length === 0) throw new Error('the process tells nothing of its clock');
  return buckets.map(([, seconds, ticks]) => ({ ms: 1_000 * Number(seconds), ticks: Number(ticks) }));
}

/**
 * The 99th percentile of all ticks between such histograms, in ms: within its bucket by proportion.
 * @param {{before: {ms: number, ticks: number}[], after: {ms: number, ticks: number}[]}[]} windows
 */
export function p99Between(windows) {
  const [{ after: bounds }] = windows;
  const ticks = bounds.map((_, at) =>
    windows.reduce((sum, { before, after }) => sum + after[at].ticks - before[at].ticks, 0),
  );
  const rank = 0.99 * ticks[ticks.length - 1];
  const at = ticks.findIndex((most) => most >= rank);
  const [fromMs, fewer] = at === 0 ? [0, 0] : [bounds[at - 1].ms, ticks[at - 1]];
  return fromMs + ((bounds[at].ms - fromMs) * (rank - fewer)) / (ticks[at] - fewer);
}
