/** Bounds of the buckets in which the median and the 99th percentile of the lateness of a media process's clock lie, in ms. */
export async function latenessOf(origin) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const buckets = [...text.matchAll(/^aics_media_late_seconds_bucket\{le="([\d.]+)"\} (\d+)$/gm)].map(
    ([, seconds, ticks]) => ({ ms: Number(seconds) * 1_000, ticks: Number(ticks) }),
  );
  const total = Number(/^aics_media_late_seconds_count (\d+)$/m.exec(text)?.[1] ?? 0);
  const bound = (share) => buckets.find(({ ticks }) => ticks >= share * total)?.ms ?? Infinity;
  if (total === 0) throw new Error('the media process counted no tick of its clock');
  return { p50: bound(0.5), p99: bound(0.99), p999: bound(0.999) };
}
