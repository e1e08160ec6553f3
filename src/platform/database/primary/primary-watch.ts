import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../clock';
import { errorText } from '../../logging';
import type { Endpoint } from '../access/endpoint';
import { type HostAnswer, HostProbe } from './host-probe';
import { type PrimaryChange, type PrimaryStanding, PrimaryTracker } from './primary-tracker';

const LOOK_INTERVAL_MS = 1_000;

/** A later look means that this process was busy or suspended. */
const LATE_MS = 500;

/** After a new generation processes renew their own leases; those of others are left alone. */
const SETTLE_MS = 5_000;

/** After a failover queues may lock what dead connections processed. */
const QUEUE_LOCK_MS = 15_000;

/** A clock that was corrected by more, before the look that shows why, is one that a new primary brought. */
const MAX_CLOCK_CORRECTION_MS = 2_000;

interface WatchedEndpoint {
  readonly endpoint: Endpoint;
  readonly tracker: PrimaryTracker;
  readonly probes: readonly HostProbe[];
}

/**
 * Watches which host is the primary, each second, over connections of its own. A new generation of connections begins
 * with each change; the embedded database has none (R213).
 */
export class PrimaryWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(PrimaryWatch.name);
  readonly #watched: readonly WatchedEndpoint[];
  readonly #hooks: (() => unknown)[] = [];
  readonly #firstHooks: (() => void)[] = [];
  #generation = 1;
  #beganAt = -Infinity;
  #lookedAt = 0;
  #clockAtZero = 0;
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;
  #answer: HostAnswer | null = null;

  /** @param endpoints none: nothing is watched */
  constructor(
    endpoints: readonly Endpoint[],
    private readonly clock: Clock,
  ) {
    this.#watched = endpoints.map((endpoint) => ({
      endpoint,
      tracker: new PrimaryTracker(endpoint.current, endpoint.isPooled),
      probes: endpoint.urls.map((url) => new HostProbe(url)),
    }));
  }

  /** Counts the primaries that this process has used. */
  get generation(): number {
    return this.#generation;
  }

  get standing(): PrimaryStanding {
    const standings = this.#watched.map(({ tracker }) => tracker.standing);
    return standings.find((standing) => standing !== 'primary') ?? 'primary';
  }

  get staleAnswers(): number {
    return this.#watched.reduce((sum, { tracker }) => sum + tracker.staleAnswers, 0);
  }

  /** The primary's last answer; null on the embedded database, and before the first look. */
  get answer(): HostAnswer | null {
    return this.#answer;
  }

  /** While leases of other processes may have ended because of the database: theirs are left alone (R214). */
  get isSettling(): boolean {
    if (this.#watched.length === 0) return false;
    if (this.standing !== 'primary') return true;
    if (performance.now() - this.#beganAt < SETTLE_MS) return true;
    return Math.abs(this.clock.epochAtZeroMs - this.#clockAtZero) > MAX_CLOCK_CORRECTION_MS;
  }

  /** Sweeps give the turns meanwhile (R217). */
  get isFailoverRecent(): boolean {
    return performance.now() - this.#beganAt < QUEUE_LOCK_MS;
  }

  /**
   * Runs `hook` when a new generation begins, once the clock is the new primary's. Looks go on meanwhile: a hook waits for
   * the database, which may be lost again.
   */
  onGeneration(hook: () => unknown): void {
    this.#hooks.push(hook);
  }

  /** Runs `hook` once the primary has answered. */
  onFirstAnswer(hook: () => void): void {
    this.#firstHooks.push(hook);
  }

  onApplicationBootstrap(): void {
    if (this.#watched.length === 0) return;
    this.#lookedAt = performance.now();
    this.#clockAtZero = this.clock.epochAtZeroMs;
    this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
    for (const { probes } of this.#watched) for (const probe of probes) probe.close();
  }

  async #look(): Promise<void> {
    const isLate = performance.now() - this.#lookedAt > LOOK_INTERVAL_MS + LATE_MS;
    this.#lookedAt = performance.now();
    // An answer arrives within a second: the one before is late with this process.
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await Promise.all(this.#watched.map((watched) => this.#lookAt(watched, isLate)));
    } finally {
      this.#isLooking = false;
    }
  }

  async #lookAt(watched: WatchedEndpoint, isLate: boolean): Promise<void> {
    const { endpoint, tracker, probes } = watched;
    const finishReading = this.clock.startReading();
    const answers = await Promise.all(probes.map((probe) => probe.read()));
    const change = tracker.observe(answers, isLate);
    const answer = answers[tracker.host] ?? null;
    if (answer && tracker.standing === 'primary') this.#remember(answer);
    if (change) {
      endpoint.use(tracker.host);
      // All endpoints lead to the same server: what is lost on one way is lost on each.
      for (const each of change.standing === 'lost' ? this.#watched : [watched])
        each.endpoint.breakConnections();
      if (answer && change.standing === 'primary') {
        finishReading(answer.now);
        this.#begin(change);
      } else {
        this.#logger.warn(`the primary is ${change.standing}: ${change.reason}`);
      }
    }
    this.#clockAtZero = this.clock.epochAtZeroMs;
  }

  #begin({ reason }: PrimaryChange): void {
    this.#generation++;
    this.#beganAt = performance.now();
    this.#clockAtZero = this.clock.epochAtZeroMs;
    this.#logger.warn(`generation ${this.#generation} of the database begins: ${reason}`);
    for (const hook of this.#hooks) void this.#run(hook);
  }

  async #run(hook: () => unknown): Promise<void> {
    try {
      await hook();
    } catch (error) {
      this.#logger.warn(`after a failover: ${errorText(error)}`);
    }
  }

  #remember(answer: HostAnswer): void {
    this.#answer = answer;
    for (const hook of this.#firstHooks.splice(0)) hook();
  }
}
