import { Pool } from 'undici';

/** Median, minimum, maximum of numbers. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { min: sorted[0], median: sorted[Math.floor(sorted.length / 2)], max: sorted.at(-1) };
}

/** The value below which a share of the numbers lies. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/**
 * A closed loop: `connections` clients, each with one request under way. `request(n)` describes the n-th.
 * Answers other than 200 stop it: what fails fast must not look fast.
 */
export async function load(origin, { connections, seconds, count = Infinity, request }) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const latencies = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  let next = 0;
  const client = async () => {
    while (performance.now() < until && next < count) {
      const options = request(next++);
      const sent = performance.now();
      const { statusCode, body } = await pool.request(options);
      const text = await body.text();
      if (statusCode !== 200 && statusCode !== 201) throw new Error(`${statusCode}: ${text.slice(0, 300)}`);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  const took = (performance.now() - began) / 1_000;
  await pool.close();
  return { requests: latencies.length, seconds: took, perSecond: latencies.length / took, latencies };
}
