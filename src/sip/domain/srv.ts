export interface SrvRecord {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** By priority, then randomly by weight. `random` is at least 0, less than 1. */
export function orderSrv(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  const priorities = [...new Set(records.map(({ priority }) => priority))].sort((a, b) => a - b);
  return priorities.flatMap((wanted) =>
    drawn(
      records.filter(({ priority }) => priority === wanted),
      random,
    ),
  );
}

function drawn(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  // Weight 0 first, with a very small chance (RFC 2782).
  const left = [...records].sort((a, b) => Math.sign(a.weight) - Math.sign(b.weight));
  const order: SrvRecord[] = [];
  while (left.length > 0) {
    const sum = left.reduce((total, { weight }) => total + weight, 0);
    let point = Math.floor(random() * (sum + 1));
    const at = left.findIndex(({ weight }) => (point -= weight) <= 0);
    order.push(...left.splice(Math.max(at, 0), 1));
  }
  return order;
}
