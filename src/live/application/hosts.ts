import { Injectable } from '@nestjs/common';
import { MediaCapacity, MediaProcessId } from '../../carriers';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { spokenLanguage } from '../../shared-kernel/language';
import { DEAD_AFTER_MS, MediaProcessRepository } from '../../trunks';
import type { VoiceTestState } from '../domain/voice-test';
import { LiveHost } from './live-host';
import { VoiceTestRepository } from '../infrastructure/voice-test.repository';

type Host = Awaited<ReturnType<MediaProcessRepository['liveHosts']>>[number];

/** A voice test occupies a place, and leaves one to real calls. */
const MIN_FREE_PLACES = 2;

/** Finds media processes for voice tests. */
@Injectable()
export class Hosts {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
    private readonly tests: VoiceTestRepository,
    private readonly self: MediaProcessId,
    private readonly capacity: MediaCapacity,
    private readonly host: LiveHost,
  ) {}

  live(): Promise<Host[]> {
    return this.processes.liveHosts(this.#after);
  }

  /** This process before others, then the one with the most free places; null: none has room. */
  async choose(
    hosts: readonly Host[],
    needs: Pick<VoiceTestState, 'language' | 'ttsModel'>,
  ): Promise<string | null> {
    const tests = await this.tests.byHost();
    const candidates = hosts
      .filter((host) => canTalk(host, needs) && !(this.isOwn(host.id) && this.host.isDraining))
      .map(({ id, maxCalls, calls }) => {
        const isOwn = this.isOwn(id);
        return { id, isOwn, free: maxCalls - (isOwn ? this.capacity.calls : calls) - (tests.get(id) ?? 0) };
      })
      .filter(({ free }) => free >= MIN_FREE_PLACES)
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.free - a.free);
    return candidates[0]?.id ?? null;
  }

  isOwn(host: string): boolean {
    return this.config.does.media && host === this.self.id;
  }

  /** null: it is not live, or hosts no live audio. */
  origin(host: string): Promise<string | null> {
    return this.processes.liveOrigin(host, this.#after);
  }

  get #after(): Date {
    return new Date(this.clock.nowMs() - DEAD_AFTER_MS);
  }
}

function canTalk(
  { engines }: Host,
  { language, ttsModel }: Pick<VoiceTestState, 'language' | 'ttsModel'>,
): boolean {
  const spoken = spokenLanguage(language);
  return (
    engines.some(({ kind, languages }) => kind === 'stt' && languages?.includes(spoken) === true) &&
    engines.some(({ kind, name }) => kind === 'tts' && name === ttsModel)
  );
}
