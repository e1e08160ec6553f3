import { RetryLater } from '../../platform/kernel/domain-error';

/** Whose password is hashed: the login (its id, or the e-mail when unknown), and the network of the address if it tells people apart. */
export interface HashOwner {
  readonly login: string;
  readonly network: string | null;
}

const CONCURRENCY = 2;
const MAX_WAITING = 20;
/** How long a hash counts for the order of its owner's next one, in ms. */
const RECENT_MS = 10_000;
const RETRY_SECONDS = 3;

interface Job {
  readonly owner: HashOwner;
  readonly start: () => void;
  readonly refuse: (error: RetryLater) => void;
}

/**
 * Orders hashes fairly: first come those whose login, then whose address, had the fewest hashes of late and has the
 * fewest waiting. A full line refuses its last. So nobody is behind, or locked out by, somebody else's many sign-ins.
 */
export class HashQueue {
  /** In order of arrival. */
  #waiting: Job[] = [];
  #started: { readonly owner: HashOwner; readonly at: number }[] = [];
  #running = 0;

  /** @param nowMs monotonic */
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
    return this.#waiting
      .map((job, at) => ({ job, rank: rankOf(job, [...this.#started, ...this.#waiting.slice(0, at)]) }))
      .sort((a, b) => a.rank.login - b.rank.login || a.rank.network - b.rank.network)
      .map(({ job }) => job);
  }
}

/** How many of others are of the same login, and how many of the same address. */
function rankOf({ owner }: Job, others: readonly { readonly owner: HashOwner }[]) {
  const { login, network } = owner;
  return {
    login: others.filter((other) => other.owner.login === login).length,
    network: network === null ? 0 : others.filter((other) => other.owner.network === network).length,
  };
}

function tooMany(): RetryLater {
  return new RetryLater('Too many people sign in at this moment. Try again in a few seconds.', RETRY_SECONDS);
}
