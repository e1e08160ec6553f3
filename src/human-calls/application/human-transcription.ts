import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { Turn } from '../../shared-kernel/talk';
import { describeError } from '../../platform/logging';
import { Recordings } from '../../platform/storage/recordings';
import { Sweeps } from '../../platform/sweeps';
import { Transcriber } from '../../speech';
import { MIN_TALK_SECONDS } from '../domain/human-analysis';
import type { HumanCall } from '../domain/human-call';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanCallRepository } from '../infrastructure/human-call.repository';
import { HumanLaneRepository } from '../infrastructure/human-lane.repository';
import { HumanTalkRepository } from '../infrastructure/human-talk.repository';
import { HumanCallFinisher } from './human-call-finisher';

const LOOK_INTERVAL_MS = 1_000;
/** A process that does not renew its claim for this time is presumed dead. */
const LEASE_MS = 60_000;
const RENEW_INTERVAL_MS = 15_000;
/** Waits between tries: engines may be away for a moment. */
const WAITS_MS = [10_000, 60_000] as const;
const MAX_TRIES = WAITS_MS.length + 1;
/** Of one try. */
const MAX_TRY_MS = 30 * 60_000;

/**
 * Transcribes recordings of real human calls, one at a time, in media processes, which have the keys of speech
 * recognition. Another process restarts the transcription of one that died.
 */
@Injectable()
export class HumanTranscription implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger(HumanTranscription.name);
  readonly #stopped = new AbortController();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sweeps: Sweeps,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly recordings: Recordings,
    private readonly transcriber: Transcriber,
    private readonly calls: HumanCallRepository,
    private readonly lane: HumanLaneRepository,
    private readonly talks: HumanTalkRepository,
    private readonly finisher: HumanCallFinisher,
  ) {}

  onModuleInit(): void {
    if (!this.config.does.media) return;
    this.sweeps.every(LOOK_INTERVAL_MS, 'recordings to write down', () => this.run());
  }

  /** What is under way goes to another process. */
  onModuleDestroy(): void {
    this.#stopped.abort(new Error('this process is stopping'));
  }

  async run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const id = await this.lane.toTranscribe(this.clock.now());
      if (id === undefined) return;
      const call = await this.#change(id, (found, now) => this.#claim(found, now));
      if (!call) return;
      await this.#transcribe(call);
    }
  }

  /** False when it is not due any more. The tries may be over because this very recording ended the processes. */
  #claim(call: HumanCall, now: Date): boolean {
    const { transcriptionDueAt, transcriptions } = call.state;
    if (!transcriptionDueAt || transcriptionDueAt > now) return false;
    if ((transcriptions ?? 0) >= MAX_TRIES) {
      call.notTranscribed();
      return true;
    }
    return call.tryTranscription(new Date(now.getTime() + LEASE_MS), true);
  }

  async #transcribe(call: HumanCallState): Promise<void> {
    if (call.transcriptionDueAt === null) return;
    try {
      const turns = await this.#turnsOf(call);
      await this.#change(call.id, async (found, now) => {
        if (!found.transcribed(now)) return false;
        await this.talks.store(call.id, { turns, recordedSeconds: secondsOf(call) });
        return true;
      });
    } catch (error) {
      await this.#failed(call, error);
    }
  }

  async #failed({ id, transcriptions }: HumanCallState, error: unknown): Promise<void> {
    const isStopping = this.#stopped.signal.aborted;
    if (!isStopping)
      this.#logger.warn(
        `human call ${id}: its recording was not written down: ${JSON.stringify(describeError(error))}`,
      );
    const wait = isStopping ? 0 : error instanceof NoEngine ? undefined : WAITS_MS[(transcriptions ?? 1) - 1];
    await this.#change(id, (call, now) => {
      if (wait === undefined) call.notTranscribed();
      else call.delayTranscription(new Date(now.getTime() + wait));
      return true;
    });
  }

  /** One that is too short to be analysed is not looked at. */
  async #turnsOf(call: HumanCallState): Promise<Turn[]> {
    if (secondsOf(call) < MIN_TALK_SECONDS) return [];
    const { humanLanguage: language } = await this.accounts.get(call.accountId);
    if (!this.transcriber.recognizes(language)) throw new NoEngine('no engine here recognizes the language');
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, ended.signal, AbortSignal.timeout(MAX_TRY_MS)]);
    const renewal = setInterval(() => void this.#renew(call.id, ended), RENEW_INTERVAL_MS).unref();
    try {
      return await this.recordings.withFile(call.id, (path) =>
        this.transcriber.talk(path, { language, signal }),
      );
    } finally {
      clearInterval(renewal);
      ended.abort();
    }
  }

  /** Renews the claim. A lost claim ends the work. */
  async #renew(id: string, ended: AbortController): Promise<void> {
    const renewed = await this.#change(id, (call, now) =>
      call.tryTranscription(new Date(now.getTime() + LEASE_MS), false),
    ).catch(() => null);
    if (renewed === undefined) ended.abort(new Error('nobody waits for it any more'));
  }

  /** Changes a call under its lock, and stores it if `change` returns true; resolves with it then. */
  async #change(
    id: string,
    change: (call: HumanCall, now: Date) => boolean | Promise<boolean>,
  ): Promise<HumanCallState | undefined> {
    return this.unitOfWork.run(async () => {
      const call = await this.calls.lockById(id);
      if (!call || !(await change(call, this.clock.now()))) return undefined;
      await this.finisher.store([call]);
      return call.state;
    });
  }
}

/** Trying again would help nothing: media processes have the same engines. */
class NoEngine extends Error {}

function secondsOf({ recordedMs }: HumanCallState): number {
  return Math.floor((recordedMs ?? 0) / 1_000);
}
