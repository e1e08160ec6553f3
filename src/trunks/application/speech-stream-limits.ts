import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';
import {
  mergeEngines,
  type EngineLimits,
  type SpeechNeeds,
  SpeechStreamAllocator,
} from '../domain/speech-stream-allocator';
import { DEAD_AFTER_MS, MediaProcessRepository } from '../infrastructure/media-process.repository';
import { SpeechStreamRepository } from '../infrastructure/speech-stream.repository';

/** A refusal for too many streams counts as a limit for this time. */
const REFUSED_MS = 60_000;

/**
 * Streams of speech engines, exact over all processes: a real AI call occupies one of a recognizer and one of a
 * voice with its channel, and frees them with it. The heartbeats of media processes have their engines.
 */
@Injectable()
export class SpeechStreamLimits {
  constructor(
    private readonly clock: Clock,
    private readonly processes: MediaProcessRepository,
    private readonly streams: SpeechStreamRepository,
  ) {}

  /** Locks the engines that have a limit until the transaction ends: after the trunks, before calls. */
  async lockForDispatch(): Promise<SpeechStreamAllocator> {
    return this.#allocator(await this.#lockedEngines());
  }

  /** The same without a lock, for display; null when no process has any engine for calls. */
  async snapshot(): Promise<SpeechStreamAllocator | null> {
    const engines = await this.#engines();
    return engines.some(isLimited) ? this.#allocator(engines) : null;
  }

  /**
   * Occupies streams for a talk that is no call, in a transaction: leaves a stream of each engine to calls. `move` and
   * `release` have the same reference. @returns the name of an engine without room
   */
  async occupy(reference: string, needs: SpeechNeeds): Promise<SpeechStreamPair | string> {
    const left = (await this.#lockedEngines()).map((engine) =>
      engine.most === null ? engine : { ...engine, most: engine.most - 1 },
    );
    const allocator = await this.#allocator(left);
    const pair = allocator.take(needs);
    if (!pair) return allocator.shortage(needs);
    await this.streams.occupy(reference, pair);
    return pair;
  }

  async moveTalk(reference: string, sttEngine: string): Promise<void> {
    await this.streams.moveTalk(reference, sttEngine);
  }

  async release(reference: string): Promise<void> {
    await this.streams.release(reference);
  }

  /** After a refusal for too many streams an engine gets no more than it has now, for REFUSED_MS. */
  async recordRefusal(kind: EngineLimits['kind'], engine: string): Promise<void> {
    await this.streams.refuse(kind, engine, new Date(this.clock.nowMs() + REFUSED_MS));
  }

  /** A call (ID.ATTEMPT) continues with another recognizer, even if that has no stream free. */
  async move(reference: string, sttEngine: string): Promise<void> {
    const at = reference.lastIndexOf('.');
    await this.streams.move(reference.slice(0, at), Number(reference.slice(at + 1)), sttEngine);
  }

  async #allocator(engines: readonly EngineLimits[]): Promise<SpeechStreamAllocator> {
    return new SpeechStreamAllocator(engines, engines.some(isLimited) ? await this.streams.inUse() : []);
  }

  async #lockedEngines(): Promise<EngineLimits[]> {
    const engines = await this.#engines();
    const limited = engines.filter(isLimited);
    if (limited.length > 0) await this.streams.lock(limited);
    return engines;
  }

  async #engines(): Promise<EngineLimits[]> {
    const live = await this.processes.engines(new Date(this.clock.nowMs() - DEAD_AFTER_MS));
    const refused = await this.streams.findRefused(this.clock.now());
    return mergeEngines(live).map((engine) => {
      const limit = refused.find(({ kind, engine: name }) => kind === engine.kind && name === engine.name);
      return limit ? { ...engine, most: Math.min(limit.most, engine.most ?? Infinity) } : engine;
    });
  }
}

function isLimited({ most }: EngineLimits): boolean {
  return most !== null;
}
