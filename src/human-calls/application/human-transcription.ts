import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Config } from '../../platform/config/config';
import type { Turn } from '../../shared-kernel/talk';
import { errorText } from '../../platform/logging';
import { Recordings } from '../../platform/storage/recordings';
import { Sweeps } from '../../platform/sweeps';
import { Transcriber } from '../../speech';
import { MIN_TALK_SECONDS } from '../domain/human-analysis';
import type { HumanCallState } from '../domain/human-call-state';
import { HumanTranscriptionClaims } from './human-transcription-claims';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

const LOOK_INTERVAL_MS = 1_000;
const RENEW_INTERVAL_MS = 15_000;
/** The limit of one attempt. */
const MAX_TRY_MS = 30 * MINUTE_MS;

/**
 * Transcribes recordings of real human calls, one at a time, in media processes, which have the keys of speech
 * recognition. Another process restarts the transcription of one that died.
 */
@Injectable()
export class HumanTranscription implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger(HumanTranscription.name);
  readonly #stopped = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly sweeps: Sweeps,
    private readonly accounts: Accounts,
    private readonly recordings: Recordings,
    private readonly transcriber: Transcriber,
    private readonly claims: HumanTranscriptionClaims,
  ) {}

  onModuleInit(): void {
    // Workers have no engines.
    if (!this.config.does.media) return;
    this.sweeps.every(LOOK_INTERVAL_MS, 'recordings to write down', () => this.run());
  }

  /** Stops; another process continues a running transcription. */
  onModuleDestroy(): void {
    this.#stopped.abort(new Error('this process is stopping'));
  }

  async run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const call = await this.claims.next();
      if (!call) return;
      await this.#transcribe(call);
    }
  }

  async #transcribe(call: HumanCallState): Promise<void> {
    if (call.transcriptionDueAt === null) return;
    try {
      await this.claims.complete(call.id, await this.#turnsOf(call), secondsOf(call));
    } catch (error) {
      await this.#onFailed(call, error);
    }
  }

  async #onFailed(call: HumanCallState, error: unknown): Promise<void> {
    if (this.#stopped.signal.aborted) return this.claims.fail(call, 'stopping');
    this.#logger.warn(`human call ${call.id}: its recording was not written down: ${errorText(error)}`);
    return this.claims.fail(call, error instanceof NoEngine ? 'no_engine' : 'error');
  }

  /** A talk that is too short to be analysed is not transcribed. */
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

  /** A lost claim ends the work. */
  async #renew(id: string, ended: AbortController): Promise<void> {
    const isOurs = await this.claims.renew(id).catch(() => true);
    if (!isOurs) ended.abort(new Error('nobody waits for it any more'));
  }
}

/** Trying again would help nothing: media processes have the same engines. */
class NoEngine extends Error {}

function secondsOf({ recordedMs }: HumanCallState): number {
  return Math.floor((recordedMs ?? 0) / 1_000);
}
