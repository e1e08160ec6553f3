import { type Flow, type Target, Unreachable } from './ports';
import { RecentMap } from '../../platform/kernel/collections/recent-map';

/** A target that refused, was silent, or sent 503 is skipped, or comes last, this long. */
const SKIP_MS = 30_000;
/** Without a message after a response to OPTIONS, a target is down. */
export const SILENCE_TIMEOUT_MS = 90_000;

interface Seen {
  receivedAt: number | null;
  answeredOptions: boolean;
  outUntil: number;
  /** The failure of TLS that put the target out. */
  tlsFault: string | null;
  lastUntil: number;
}

export type TargetState = 'up' | 'down' | 'unknown';

export function targetKey({ transport, address, port }: Omit<Target, 'tls'>): string {
  return `${transport}:${address}:${port}`;
}

/** Tracks the health of each target. Times are monotonic milliseconds. */
export class TargetHealth {
  readonly #seen: RecentMap<string, Seen>;

  /** `most` limits the targets; the least recently used are dropped. */
  constructor(
    private readonly now: () => number,
    max = 10_000,
  ) {
    this.#seen = new RecentMap(max);
  }

  /** Any SIP message. After a 503 the target stays last. */
  recordReceived(key: string): void {
    const seen = this.#of(key);
    seen.receivedAt = this.now();
    seen.outUntil = -Infinity;
  }

  /** True for targets that we called or know; unknown sources are not stored. */
  known(key: string): boolean {
    return this.#seen.has(key);
  }

  answeredOptions(key: string): void {
    this.recordReceived(key);
    this.#of(key).answeredOptions = true;
  }

  add(key: string): void {
    this.#of(key);
  }

  /** The target refused the connection, or sent nothing within 4 s of an INVITE. */
  out(key: string, cause?: unknown): void {
    const seen = this.#of(key);
    seen.outUntil = this.now() + SKIP_MS;
    seen.tlsFault = cause instanceof Unreachable && cause.why === 'certificate' ? cause.message : null;
  }

  unavailable(key: string): void {
    this.#of(key).lastUntil = this.now() + SKIP_MS;
  }

  receivedAt(key: string): number | null {
    return this.#seen.get(key)?.receivedAt ?? null;
  }

  isOut(key: string): boolean {
    return (this.#seen.get(key)?.outUntil ?? -Infinity) > this.now();
  }

  /**
   * Whether a request without a response shows that a connection of ours is dead. Some servers answer no OPTIONS;
   * connections that phones opened are watched by the registrar.
   */
  isDead({ transport, remote, inbound }: Flow, method: string, sentAtMs: number): boolean {
    if (transport === 'udp' || inbound) return false;
    const seen = this.#seen.get(targetKey({ transport, ...remote }));
    if ((seen?.receivedAt ?? -Infinity) >= sentAtMs) return false;
    return method !== 'OPTIONS' || seen?.answeredOptions === true;
  }

  /** @param silenceMs of a target that gets OPTIONS; null: it gets none, so its silence is no sign */
  state(key: string, silenceMs: number | null = SILENCE_TIMEOUT_MS): TargetState {
    const seen = this.#seen.get(key);
    if (seen === undefined) return 'unknown';
    if (this.isOut(key)) return 'down';
    if (seen.receivedAt === null) return 'unknown';
    if (this.now() - seen.receivedAt <= (silenceMs ?? SILENCE_TIMEOUT_MS)) return 'up';
    return seen.answeredOptions && silenceMs !== null ? 'down' : 'unknown';
  }

  /** Down while all targets are, or none could be resolved. */
  stateOf(targets: readonly Target[], silenceMs?: number | null): TargetState {
    const states = targets.map((target) => this.state(targetKey(target), silenceMs));
    if (states.includes('up')) return 'up';
    return states.includes('unknown') ? 'unknown' : 'down';
  }

  /** Finds the first target that is out because TLS failed. */
  tlsFaultOf(targets: readonly Target[]): string | null {
    const out = targets.map(targetKey).filter((key) => this.isOut(key));
    return out.map((key) => this.#seen.get(key)?.tlsFault ?? null).find((fault) => fault !== null) ?? null;
  }

  /** Targets that sent 503 or no response last; those that are out not at all unless all are. */
  order(targets: readonly Target[]): Target[] {
    const last = (target: Target): boolean =>
      (this.#seen.get(targetKey(target))?.lastUntil ?? -Infinity) > this.now();
    const usable = targets.filter((target) => !this.isOut(targetKey(target)));
    const tried = usable.length > 0 ? usable : targets;
    return [...tried.filter((target) => !last(target)), ...tried.filter(last)];
  }

  #of(key: string): Seen {
    const seen = this.#seen.get(key) ?? {
      receivedAt: null,
      answeredOptions: false,
      outUntil: -Infinity,
      tlsFault: null,
      lastUntil: -Infinity,
    };
    this.#seen.set(key, seen);
    return seen;
  }
}
