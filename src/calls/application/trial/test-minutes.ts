import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { beyondLimit } from '../../../platform/http/rate-limit/operation-limit';
import { minutesLabel, type TestTalk } from '../../../shared-kernel/test-talk';
import { TrialCallRepository } from '../../infrastructure/trial-call.repository';
import { DAY_MS } from '../../../platform/kernel/time/durations';

interface TestedAccount {
  readonly id: string;
  readonly voiceTestMinutes: number;
}

type Talks = (accountId: string, since: Date) => Promise<readonly TestTalk[]>;

/** The minutes of voice tests in 24 hours, which calls with a trial phone share. */
@Injectable()
export class TestMinutes {
  #voiceTests: Talks = () => Promise.resolve([]);

  constructor(
    private readonly clock: Clock,
    private readonly calls: TrialCallRepository,
  ) {}

  /** Voice tests of the browser's microphone are stored by an upper context. */
  register(voiceTests: Talks): void {
    this.#voiceTests = voiceTests;
  }

  /** Test calls alone, without voice tests. */
  ofCalls(accountId: string, since: Date): Promise<TestTalk[]> {
    return this.calls.recent(accountId, since);
  }

  async secondsLeft({ id, voiceTestMinutes }: TestedAccount): Promise<number> {
    const used = (await this.#talks(id)).reduce((sum, { seconds }) => sum + seconds, 0);
    return Math.max(0, 60 * voiceTestMinutes - used);
  }

  /** @throws DomainError rate_limited */
  async require(account: TestedAccount): Promise<number> {
    const left = await this.secondsLeft(account);
    if (left > 0) return left;
    const nowMs = this.clock.nowMs();
    const frees = (await this.#talks(account.id))
      .filter(({ seconds }) => seconds > 0)
      .map(({ isOpen, createdAt, seconds }) => +createdAt + (isOpen ? 1_000 * seconds : DAY_MS));
    const waitMs = Math.max(1_000, Math.min(...frees) - nowMs);
    const max = account.voiceTestMinutes;
    const label = minutesLabel(max);
    throw beyondLimit({ kind: 'voice-tests', of: 'account', max, windowMs: DAY_MS, label }, waitMs);
  }

  async #talks(accountId: string): Promise<readonly TestTalk[]> {
    const since = new Date(this.clock.nowMs() - DAY_MS);
    const [tests, calls] = await Promise.all([
      this.#voiceTests(accountId, since),
      this.calls.recent(accountId, since),
    ]);
    return [...tests, ...calls];
  }
}
