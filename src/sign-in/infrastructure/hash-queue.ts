import { RetryLater } from '../../platform/kernel/domain-error';

/**
 * An owner is a login id (or an unknown e-mail) and a network; null when people share the address of an unknown proxy.
 */
export interface HashOwner {
  readonly login: string;
  readonly network: string | null;
}

const CONCURRENCY = 2;
const MAX_WAITING = 20;
/** A hash delays its owner's next ones for this time. */
const RECENT_MS = 10_000;
const RETRY_SECONDS = 3;

interface Job {
  readonly owner: HashOwner;
  readonly start: () => void;
  readonly refuse: (error: RetryLater) => void;
}

/**
 * Orders hashes by the number that their login, or address, had within 10 s and has waiting, so that many attempts of
 * one do not delay others. A full queue refuses its last.
 */
export class HashQueue {
  #waiting: Job[] = [];
  #started: { readonly owner: HashOwner; readonly at: number }[] = [];
  #running = 0;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** @throws RetryLater when too many wait */
  async run<T>(owner: HashOwner, hash: () => Promise<T>): Promise<T> {
    await new Promise<void>((start, refuse) => {
      this.#waiting.push({ owner, start, refuse });
      this.#startNext();
      if (this.#waiting.length > MAX_WAITING) this.#remove(this.#inOrder().at(-1))?.refuse(tooMany());
    });
    try {
      return await hash();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  #startNext(): void {
    if (this.#running >= CONCURRENCY) return;
    const next = this.#remove(this.#inOrder()[0]);
    if (!next) return;
    this.#started.push({ owner: next.owner, at: this.nowMs() });
    this.#running++;
    next.start();
  }

  #remove(job: Job | undefined): Job | undefined {
    this.#waiting = this.#waiting.filter((other) => other !== job);
    return job;
  }

  #inOrder(): Job[] {
    const since = this.nowMs() - RECENT_MS;
    this.#started = this.#started.filter(({ at }) => at > since);
    const loginsBefore = counterOf(this.#started.map(({ owner }) => owner.login));
    const networksBefore = counterOf(this.#started.map(({ owner }) => owner.network));
    return this.#waiting
      .map((job) => ({ job, ofLogin: loginsBefore(job.owner.login) }))
      .sort((a, b) => a.ofLogin - b.ofLogin)
      .map(({ job, ofLogin }) => ({ job, rank: Math.max(ofLogin, networksBefore(job.owner.network)) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ job }) => job);
  }
}

function counterOf(names: readonly (string | null)[]): (name: string | null) => number {
  const counts = new Map<string, number>();
  const count = (name: string | null): number => {
    if (name === null) return 0;
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    return before;
  };
  names.forEach(count);
  return count;
}

function tooMany(): RetryLater {
  return new RetryLater('Too many people sign in at this moment. Try again in a few seconds.', RETRY_SECONDS);
}
