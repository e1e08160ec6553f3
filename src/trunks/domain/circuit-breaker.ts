export interface LegOutcome {
  /** null while the leg is in transit. */
  readonly at: Date | null;
  readonly beganAt: Date;
  /**
   * `refused`: refused or failed before any 18x. `taken`: an 18x or 200. `person`: busy or no answer without an
   * 18x. null: we gave up first, which proves nothing.
   */
  readonly result: 'refused' | 'taken' | 'person' | null;
  readonly noCapacity: boolean;
  /** The last status, such as 503; without one the reason. */
  readonly status: string | null;
}

interface Opened {
  readonly since: Date;
  readonly status: string;
}

export type BreakerState =
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'failing';
      readonly since: Date;
      /** The last status; what the trunk's state and the calls that wait name. */
      readonly status: string;
      readonly probeAt: Date;
    };

const REFUSED_IN_A_ROW = 20;

const NO_CAPACITY_ANSWERS = 10;
const NO_CAPACITY_MS = 10_000;

const PROBE_EVERY_MS = 30_000;

/**
 * The circuit breaker of a trunk, over the latest first legs of its calls in any order (some hundred suffice): no second legs, transfers or failovers. It
 * opens after 20 refusals in a row or 10 "no capacity" answers in 10 s; then one leg each 30 s is a probe, and an 18x or
 * 200 closes it.
 */
export function circuitBreaker(legs: readonly LegOutcome[]): BreakerState {
  let refusals = 0;
  let noCapacity: number[] = [];
  let open = null as Opened | null;
  for (const { at, result, status, ...leg } of known(legs)) {
    const lastStatus = status ?? 'no answer';
    if (result === 'taken') {
      refusals = 0;
      if (open) noCapacity = [];
      open = null;
      continue;
    }
    refusals = result === 'refused' ? refusals + 1 : 0;
    if (leg.noCapacity) noCapacity = [...noCapacity, at.getTime()].slice(-NO_CAPACITY_ANSWERS);
    if (open && result === 'refused') open = { ...open, status: lastStatus };
    else if (!open && (refusals >= REFUSED_IN_A_ROW || exceedsCapacityFailures(noCapacity)))
      open = { since: at, status: lastStatus };
  }
  if (!open) return { kind: 'closed' };
  const lastBegan = Math.max(...legs.map(({ beganAt }) => beganAt.getTime()));
  return { kind: 'failing', ...open, probeAt: new Date(lastBegan + PROBE_EVERY_MS) };
}

export function failingReason(status: string): `${string}.` {
  return `The trunk is failing (${status}).`;
}

function exceedsCapacityFailures(answers: readonly number[]): boolean {
  const [first = 0, last = 0] = [answers[0], answers.at(-1)];
  return answers.length === NO_CAPACITY_ANSWERS && last - first <= NO_CAPACITY_MS;
}

/** Legs with an outcome, in the order of their outcomes. */
function known(legs: readonly LegOutcome[]): (LegOutcome & { at: Date })[] {
  return legs
    .flatMap((leg) => (leg.at === null || leg.result === null ? [] : [{ ...leg, at: leg.at }]))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
