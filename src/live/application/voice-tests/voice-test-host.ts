import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { CarrierNetworks, TalkServices } from '../../../carriers';
import { Clock } from '../../../platform/clock';
import { Sweeps } from '../../../platform/sweeps';
import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import { withTimeout } from '../../../platform/kernel/time/timeout';
import { CONNECT_TIMEOUT_MS } from '../../domain/voice-test-limits';
import type { OpenTest } from '../../infrastructure/voice-test.repository';
import { type AttachSocket, LiveHost, type LiveSubjectHost, type LiveVisitor } from '../live-host';
import { LiveMetrics } from '../live-metrics';
import { HostedTests } from './hosted-tests';
import { VoiceTestTalk } from './voice-test-talk';

const LOOK_INTERVAL_MS = 1_000;
const BEAT_INTERVAL_MS = 4_000;
const STOP_TIMEOUT_MS = 2_000;
const STOPPING = 'The service was stopping.';
const NOBODY = 'Nobody connected.';

/** Hosts the voice tests of this process: they are outside its calls, and delay no drain. */
@Injectable()
export class VoiceTestHost
  implements LiveSubjectHost, OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown
{
  readonly #talks = new Map<string, VoiceTestTalk>();
  #open = 0;

  constructor(
    private readonly clock: Clock,
    private readonly sweeps: Sweeps,
    private readonly hosted: HostedTests,
    private readonly host: LiveHost,
    private readonly networks: CarrierNetworks,
    private readonly talks: TalkServices,
    private readonly metrics: LiveMetrics,
  ) {}

  onModuleInit(): void {
    this.host.register('voice_test', this);
    this.hosted.capacity.onVoiceTestCount(() => Math.max(this.#open, this.#talks.size));
    this.sweeps.every(LOOK_INTERVAL_MS, 'own voice tests', () => this.#look());
    this.sweeps.every(BEAT_INTERVAL_MS, 'heartbeat of voice tests', () =>
      this.hosted.beat([...this.#talks.keys()], this.clock.now()),
    );
  }

  onModuleDestroy(): void {
    this.host.drain();
    void this.hosted.leave().catch(() => undefined);
    for (const talk of this.#talks.values()) talk.end('service', STOPPING);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const talks = [...this.#talks.values()].map((talk) => talk.over);
    const over = Promise.all([...talks, this.#stopWaiting().catch(() => undefined)]);
    await withTimeout(STOP_TIMEOUT_MS, over, () => undefined);
  }

  async admit({ id, sessionId, resume }: LiveVisitor): Promise<AttachSocket | null> {
    const running = this.#talks.get(id);
    if (resume !== null) {
      const isValid = running?.sessionId === sessionId && running.redeemResumeToken(resume);
      return isValid ? (socket) => running.attach(socket) : null;
    }
    if (running) return null;
    const test = await this.hosted.findWaiting(id);
    // When two sockets connect at once, the first one has begun the test. A shutdown has ended the talks that it found.
    if (!test?.brief || this.#talks.has(id) || this.host.isDraining) return null;
    const { talk: brief } = test.brief;
    const talk = new VoiceTestTalk(test, { ...brief, now: new Date(brief.now) }, sessionId, {
      timers: REAL_TIMERS,
      talks: this.talks,
      media: this.networks.stack.legs,
      streams: { onMoved: (engine) => this.hosted.onMoved(id, engine) },
      records: this.hosted.records,
      onDelay: (ms) => this.metrics.delay(ms),
      onDropped: (ms) => this.metrics.countDropped(ms),
      onEnded: () => void this.hosted.outcomes.read(id),
    });
    this.#talks.set(id, talk);
    void talk.over.then(() => this.#talks.delete(id));
    return (socket) => talk.attach(socket);
  }

  /** Ends what other processes have ended, and what nobody connects to. */
  async #look(): Promise<void> {
    // A talk that begins during the query is not in its result.
    const running = [...this.#talks];
    const tests = await this.hosted.open();
    this.#open = tests.length;
    this.metrics.running(tests);
    const open = new Map(tests.map((test) => [test.id, test]));
    for (const [id, talk] of running) {
      if (open.get(id)?.endRequested ?? true) talk.end('person', null);
    }
    const before = this.clock.nowMs() - CONNECT_TIMEOUT_MS;
    await this.#failWaiting(
      NOBODY,
      tests.filter(({ createdAt }) => +createdAt <= before),
    );
  }

  async #stopWaiting(): Promise<void> {
    await this.#failWaiting(STOPPING, await this.hosted.open());
  }

  async #failWaiting(reason: string, tests: readonly OpenTest[]): Promise<void> {
    for (const { id, status } of tests) {
      if (status === 'waiting' && !this.#talks.has(id)) await this.hosted.records.fail(id, reason);
    }
  }
}
