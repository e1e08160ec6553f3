import type { HostAnswer } from './host-probe';

/** Looks, one a second, without an answer; then the primary is given up. */
const MAX_SILENT_LOOKS = 3;

/** Commits that wait for a standby may occupy all connections of a pooler until the write gate has closed. */
const MAX_SILENT_LOOKS_OF_FULL_POOLER = 8;

/** A smaller difference is inaccuracy. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/**
 * `primary`: accepts writes. `read_only`: the only host is in recovery, and reads go on. `lost`: no host accepts writes.
 */
export type PrimaryStanding = 'primary' | 'read_only' | 'lost';

export interface PrimaryChange {
  readonly standing: PrimaryStanding;
  readonly reason: string;
}

/**
 * Decides from the answers of the hosts which one is the primary, and when a new generation begins (R213).
 * `WriteGate` refuses writes while standbys are away.
 */
export class PrimaryTracker {
  #host: number;
  #standing: PrimaryStanding = 'primary';
  /** The highest that was seen; a server with a lower one missed a promotion. */
  #timeline: number | null = null;
  #epochAtZero: number | null = null;
  #silentLooks = 0;
  #waitsForStandbys = false;
  #staleAnswers = 0;

  /**
   * @param host in use at the start
   * @param isPooled the answers come through a pooler
   */
  constructor(
    host = 0,
    private readonly isPooled = false,
  ) {
    this.#host = host;
  }

  get host(): number {
    return this.#host;
  }

  get standing(): PrimaryStanding {
    return this.#standing;
  }

  /** Answers of servers that accept writes on a timeline that another one has left. */
  get staleAnswers(): number {
    return this.#staleAnswers;
  }

  /**
   * @param answers one for each host; null: none
   * @param isLate this process was late itself: a missing answer means nothing
   */
  observe(answers: readonly (HostAnswer | null)[], isLate = false): PrimaryChange | null {
    this.#staleAnswers += answers.filter((answer) => answer !== null && this.#isStale(answer)).length;
    const host = this.#choose(answers);
    const answer = host === null ? null : (answers[host] ?? null);
    return host === null || !answer ? this.#onMissed(answers, isLate) : this.#onAnswered(host, answer);
  }

  #isStale({ isStandby, timeline }: HostAnswer): boolean {
    return !isStandby && timeline !== null && timeline < (this.#timeline ?? 0);
  }

  /** The host that accepts writes on the newest timeline, preferably the one in use. */
  #choose(answers: readonly (HostAnswer | null)[]): number | null {
    let best: number | null = null;
    for (const [host, answer] of answers.entries()) {
      if (!answer || answer.isStandby || this.#isStale(answer)) continue;
      const gain = best === null ? 1 : (answer.timeline ?? 0) - (answers[best]?.timeline ?? 0);
      if (gain > 0 || (gain === 0 && host === this.#host)) best = host;
    }
    return best;
  }

  #onMissed(answers: readonly (HostAnswer | null)[], isLate: boolean): PrimaryChange | null {
    const own = answers[this.#host] ?? null;
    if (own?.isStandby) {
      this.#silentLooks = 0;
      const standing = answers.length === 1 ? 'read_only' : 'lost';
      return this.#standing === standing ? null : this.#enter(standing, 'it went into recovery');
    }
    if (!isLate) this.#silentLooks++;
    const max = this.isPooled && this.#waitsForStandbys ? MAX_SILENT_LOOKS_OF_FULL_POOLER : MAX_SILENT_LOOKS;
    if (this.#silentLooks < max || this.#standing === 'lost') return null;
    return this.#enter('lost', own ? 'it is on an old timeline' : `no answer for ${max} s`);
  }

  #onAnswered(host: number, answer: HostAnswer): PrimaryChange | null {
    const reason = this.#reasonFor(host, answer);
    this.#silentLooks = 0;
    this.#waitsForStandbys = answer.waitsForStandbys;
    this.#host = host;
    this.#timeline = answer.timeline ?? this.#timeline;
    this.#epochAtZero = answer.epochAtZero;
    return reason === null ? null : this.#enter('primary', reason);
  }

  #reasonFor(host: number, { timeline, epochAtZero, roundTripMs }: HostAnswer): string | null {
    if (this.#standing !== 'primary') return 'it accepts writes again';
    // The first answer begins no generation, but another host than the first is one.
    if (host !== this.#host) return 'another host is the primary now';
    if (this.#timeline !== null && timeline !== null && timeline !== this.#timeline) return 'it was promoted';
    const difference = Math.abs(epochAtZero - (this.#epochAtZero ?? epochAtZero));
    return difference > MAX_CLOCK_DIFFERENCE_MS + roundTripMs ? 'its clock was set' : null;
  }

  #enter(standing: PrimaryStanding, reason: string): PrimaryChange {
    this.#standing = standing;
    return { standing, reason };
  }
}
