import { DAY_MS } from '../../../platform/kernel/time/durations';
import { RecentMap } from '../../../platform/kernel/collections/recent-map';

const WINDOW_MS = 60_000;
const BLOCK_MS = 600_000;
/** Wrong passwords of an address in a minute; then the address is dropped. */
const MAX_OF_ADDRESS = 10;
/** Wrong passwords for a user in a minute; then only known addresses are accepted. */
const MAX_OF_USER = 100;
/** The longest unused are forgotten. */
const MAX_ADDRESSES = 10_000;
const MAX_KNOWN = 100;

interface Failures {
  times: number[];
  blockedUntil: number;
}

/** Counts wrong passwords, which a client sends with a nonce of its own address. Times are monotonic milliseconds. */
export class PasswordGuard {
  readonly #addresses = new RecentMap<string, Failures>(MAX_ADDRESSES);
  readonly #users = new RecentMap<string, Failures>(MAX_ADDRESSES);
  /** The addresses that each user registered from, and when. */
  readonly #known = new Map<string, RecentMap<string, number>>();
  readonly #latest = new Map<string, string>();

  constructor(private readonly now: () => number) {}

  /** @param user null: there is no such user */
  recordFailure(address: string, user: string | null): void {
    this.#count(this.#addresses, address, MAX_OF_ADDRESS);
    if (user === null) return;
    this.#count(this.#users, user, MAX_OF_USER);
    this.#latest.set(user, address);
  }

  /** Where a user's wrong password came from, since the last registration; null: none came. */
  refusedFrom(user: string): string | null {
    return this.#latest.get(user) ?? null;
  }

  recordRegistration(address: string, user: string): void {
    const known = this.#known.get(user) ?? new RecentMap<string, number>(MAX_KNOWN);
    known.set(address, this.now());
    this.#known.set(user, known);
    this.#latest.delete(user);
  }

  forget(user: string): void {
    this.#users.delete(user);
    this.#known.delete(user);
    this.#latest.delete(user);
  }

  isBlocked(address: string): boolean {
    return this.#isOver(this.#addresses.get(address));
  }

  /** Whether a user's requests from an address are accepted. */
  accepts(user: string, address: string): boolean {
    if (!this.#isOver(this.#users.get(user))) return true;
    const at = this.#known.get(user)?.get(address);
    return at !== undefined && this.now() - at <= DAY_MS;
  }

  #isOver(failures: Failures | undefined): boolean {
    return failures !== undefined && failures.blockedUntil > this.now();
  }

  #count(all: Map<string, Failures>, key: string, max: number): void {
    const now = this.now();
    const failures = all.get(key) ?? { times: [], blockedUntil: -Infinity };
    failures.times = [...failures.times.filter((at) => now - at < WINDOW_MS), now].slice(-max);
    if (failures.times.length === max) failures.blockedUntil = now + BLOCK_MS;
    all.set(key, failures);
  }
}
