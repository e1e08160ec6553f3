import { minutesLabel, type TestTalk } from '../../shared-kernel/test-talk';
import type { VoiceTestState } from './voice-test';
import { DAY_MS, HOUR_MS } from '../../platform/kernel/time/durations';

/** The limit of one login in an hour. */
const MAX_TESTS_PER_HOUR = 20;
const MAX_SECONDS = 600;
/** A test gives way to the next of its login for this time, while nobody has connected. */
export const CONNECT_TIMEOUT_MS = 30_000;

type Counted = Pick<VoiceTestState, 'status' | 'createdAt' | 'durationSeconds' | 'maxSeconds'>;

/** Completes "More than MAX LABEL". */
export interface LimitReached {
  readonly max: number;
  readonly label: string;
  readonly waitMs: number;
}

/** The bounds of an account's voice tests, by those that were created in the last 24 hours. */
export class VoiceTestLimits {
  /** @param recent of the account, without the one that gives way */
  constructor(
    private readonly recent: readonly Counted[],
    private readonly nowMs: number,
    /** Calls with a trial phone, which share the minutes. */
    private readonly calls: readonly TestTalk[] = [],
  ) {}

  /** 20 an hour for a login. @param own of the login, in all accounts */
  ofLogin(own: readonly Pick<Counted, 'createdAt'>[]): LimitReached | null {
    const times = own
      .filter(({ createdAt }) => this.nowMs - +createdAt < HOUR_MS)
      .map(({ createdAt }) => +createdAt)
      .sort((a, b) => b - a);
    const oldest = times[MAX_TESTS_PER_HOUR - 1];
    if (oldest === undefined) return null;
    const label = 'voice tests in an hour by one person';
    return { max: MAX_TESTS_PER_HOUR, label, waitMs: oldest + HOUR_MS - this.nowMs };
  }

  /** Seconds that are left to the account: each test reserves its maximum until it has ended. */
  secondsLeft(minutes: number): number {
    const ofCalls = this.calls.reduce((sum, { seconds }) => sum + seconds, 0);
    return Math.max(
      0,
      60 * minutes - ofCalls - this.#counted.reduce((sum, test) => sum + secondsOf(test), 0),
    );
  }

  ofMinutes(minutes: number): LimitReached | null {
    if (this.secondsLeft(minutes) > 0) return null;
    const frees = this.#counted
      .filter((test) => secondsOf(test) > 0)
      .map(({ createdAt, status, maxSeconds }) =>
        isOpen(status) ? +createdAt + CONNECT_TIMEOUT_MS + 1_000 * maxSeconds : +createdAt + DAY_MS,
      );
    const ofCalls = this.calls
      .filter(({ seconds }) => seconds > 0)
      .map(({ isOpen: open, createdAt, seconds }) => +createdAt + (open ? 1_000 * seconds : DAY_MS));
    const waitMs = Math.max(1_000, Math.min(...frees, ...ofCalls) - this.nowMs);
    return { max: minutes, label: minutesLabel(minutes), waitMs };
  }

  /** The least of the agent's minutes, 10 minutes, and what is left. */
  maxSeconds(agentMinutes: number, minutes: number): number {
    return Math.min(60 * agentMinutes, MAX_SECONDS, this.secondsLeft(minutes));
  }

  get open(): number {
    return this.recent.filter(({ status }) => isOpen(status)).length;
  }

  get #counted(): Counted[] {
    return this.recent.filter(({ createdAt }) => this.nowMs - +createdAt < DAY_MS);
  }
}

export function isOpen(status: Counted['status']): boolean {
  return status === 'waiting' || status === 'talking';
}

export function secondsOf({
  status,
  maxSeconds,
  durationSeconds,
}: Pick<Counted, 'status' | 'maxSeconds' | 'durationSeconds'>): number {
  return isOpen(status) ? maxSeconds : (durationSeconds ?? 0);
}
