import { Injectable } from '@nestjs/common';
import { TestMinutes } from '../../../calls';
import { Clock } from '../../../platform/clock';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { beyondLimit } from '../../../platform/http/rate-limit/operation-limit';
import { newId } from '../../../platform/ids';
import type { DomainError } from '../../../platform/kernel/domain-error';
import { SpeechStreamLimits } from '../../../trunks';
import { noRoom, voiceTestRunning } from '../../domain/live-errors';
import { type StoredBrief, VoiceTest, type VoiceTestState } from '../../domain/voice-test';
import { type LimitReached, VoiceTestLimits } from '../../domain/voice-test-limits';
import { type LoginTest, VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import { Hosts } from '../hosts';
import { streamsOf, VoiceTestRelease } from './voice-test-release';
import { DAY_MS, HOUR_MS } from '../../../platform/kernel/time/durations';

const GAVE_WAY = 'Another voice test of this person was started.';

export interface AdmissionRequest extends Pick<
  VoiceTestState,
  'accountId' | 'loginId' | 'loginName' | 'agentId' | 'agentName' | 'language' | 'ttsModel' | 'voice'
> {
  readonly agentMinutes: number;
  readonly record: boolean;
  /** The account's limit of concurrent tests. */
  readonly atOnce: number;
  readonly minutes: number;
  readonly brief: (test: Pick<VoiceTestState, 'id' | 'maxSeconds'>) => StoredBrief;
  /** null: an account that the person may not open. */
  readonly accountName: (accountId: string) => Promise<string | null>;
}

/** Admits voice tests, one at a time over all processes, and stores them. */
@Injectable()
export class VoiceTestAdmission {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly tests: VoiceTestRepository,
    private readonly streams: SpeechStreamLimits,
    private readonly hosts: Hosts,
    private readonly minutes: TestMinutes,
    private readonly released: VoiceTestRelease,
  ) {}

  /** @throws DomainError voice_test_running, rate_limited, no_room */
  admit(request: AdmissionRequest): Promise<VoiceTestState> {
    return this.unitOfWork.run(async () => {
      await this.tests.lockAdmission();
      const now = this.clock.now();
      // A test is over within an hour: those that are open are among them.
      const own = await this.tests.ofLogin(request.loginId, new Date(+now - HOUR_MS));
      await this.#makeWay(own, request, now);
      const limits = await this.#limits(request.accountId, now);
      const reached = limits.ofLogin(own) ?? limits.ofMinutes(request.minutes);
      if (reached) throw tooMany(reached);
      const host = await this.#host(request, limits);
      const id = newId('vtest');
      const pair = await this.streams.occupy(streamsOf(id), {
        language: request.language,
        engine: request.ttsModel,
      });
      if (typeof pair === 'string') throw noRoom(`Real calls have all streams of ${pair}.`);
      const test = waitingTest(request, {
        id,
        host,
        now,
        stt: pair.stt,
        maxSeconds: limits.maxSeconds(request.agentMinutes, request.minutes),
      });
      await this.tests.insert(test);
      return test;
    });
  }

  /** The login's own that waits fails, in whichever account. @throws DomainError voice_test_running */
  async #makeWay(own: readonly LoginTest[], request: AdmissionRequest, now: Date): Promise<void> {
    const running = own.find(({ status }) => status === 'talking');
    if (running) throw await runningError(running, request);
    for (const { id } of own.filter(({ status }) => status === 'waiting')) {
      const state = await this.tests.lock(id);
      const test = state && new VoiceTest(state);
      if (test?.state.status === 'talking') throw await runningError(test.state, request);
      if (!test?.fail(GAVE_WAY, 'person', now)) continue;
      await this.tests.update(test.state);
      await this.released.release(test.state);
    }
  }

  async #limits(accountId: string, now: Date): Promise<VoiceTestLimits> {
    const since = new Date(+now - DAY_MS);
    const recent = await this.tests.recent(accountId, since);
    return new VoiceTestLimits(recent, +now, await this.minutes.ofCalls(accountId, since));
  }

  async #host({ atOnce, language, ttsModel }: AdmissionRequest, limits: VoiceTestLimits): Promise<string> {
    const hosts = await this.hosts.live();
    if (hosts.length === 0) throw noRoom('No media process is running.');
    if (limits.open >= atOnce) throw noRoom(`All ${atOnce} voice tests of the account are in use.`);
    const host = await this.hosts.choose(hosts, { language, ttsModel });
    if (host === null) throw noRoom('The service has no room for another voice test.');
    return host;
  }
}

async function runningError(
  { id, accountId }: Pick<LoginTest, 'id' | 'accountId'>,
  request: AdmissionRequest,
): Promise<DomainError> {
  if (accountId === request.accountId) return voiceTestRunning(id, null);
  const name = await request.accountName(accountId);
  return voiceTestRunning(id, name === null ? null : { id: accountId, name });
}

function tooMany({ max, label, waitMs }: LimitReached) {
  return beyondLimit({ kind: 'voice-tests', of: 'account', max, windowMs: DAY_MS, label }, waitMs);
}

function waitingTest(
  {
    agentMinutes: _minutes,
    atOnce: _atOnce,
    minutes: _all,
    accountName: _name,
    record,
    brief,
    ...request
  }: AdmissionRequest,
  {
    id,
    host,
    now,
    stt,
    maxSeconds,
  }: Pick<VoiceTestState, 'id' | 'host' | 'stt' | 'maxSeconds'> & { now: Date },
): VoiceTestState {
  return {
    ...request,
    id,
    host,
    stt,
    maxSeconds,
    status: 'waiting',
    reason: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    endedBy: null,
    durationSeconds: null,
    delayMs: null,
    turns: [],
    brief: brief({ id, maxSeconds }),
    outcome: null,
    outcomeState: 'pending',
    recording: record ? 'awaited' : 'none',
    heartbeatAt: now,
    endRequested: false,
    deletedAt: null,
  };
}
