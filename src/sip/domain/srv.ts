export interface SrvRecord {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
}

/** Orders by priority, then randomly by weight. `random` is at least 0, less than 1. */
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
    // The lowest draw is 1, or 0 where a record has weight 0: RFC 2782's 0 would favour the first record of any weight.
    const lowest = left[0]?.weight === 0 ? 0 : 1;
    let point = lowest + Math.floor(random() * (sum + 1 - lowest));
    const at = left.findIndex(({ weight }) => (point -= weight) <= 0);
    order.push(...left.splice(Math.max(at, 0), 1));
  }
  return order;
}
