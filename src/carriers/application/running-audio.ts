import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../platform/logging';
import { CallAudioRepository } from '../../trunks';
import type { AudioEnd, CallAudio, CallAudios, CallSide } from '../infrastructure/shared/call-audio';
import { MediaProcessId } from './media-process-id';

/** 100 ms of µ-law of each side. Valid during the call. @param atMs since the answer */
type AudioListener = (atMs: number, first: Uint8Array, second: Uint8Array) => void;

/** The answered calls whose audio this process has. */
@Injectable()
export class RunningAudio implements CallAudios {
  readonly #logger = new Logger(RunningAudio.name);
  readonly #calls = new Map<string, RunningCall>();

  constructor(
    private readonly process: MediaProcessId,
    private readonly locations: CallAudioRepository,
  ) {}

  add(audio: CallAudio): (end: AudioEnd) => void {
    const { reference, hasNotice } = audio;
    const dot = reference.lastIndexOf('.');
    const callId = reference.slice(0, dot);
    const dial = { callId, attempt: Number(reference.slice(dot + 1)) };
    const call = new RunningCall(audio, audio.answeredAt ?? performance.now());
    this.#calls.set(callId, call);
    this.locations.began(dial, this.process.id, hasNotice).catch((error: unknown) => {
      // Listening to this call is not possible.
      this.#logger.warn(`${callId}: where its audio is could not be stored: ${errorText(error)}`);
    });
    return (end) => {
      this.#calls.delete(callId);
      call.finish(end);
    };
  }

  find(callId: string): RunningCall | undefined {
    return this.#calls.get(callId);
  }
}

/** An answered call whose audio can be tapped. */
export class RunningCall {
  readonly #listeners = new Set<(end: AudioEnd) => void>();

  constructor(
    private readonly audio: CallAudio,
    readonly answeredAt: number,
  ) {}

  get sides(): readonly [CallSide, 'contact'] {
    const { sent, received } = this.audio;
    return [sent === 'contact' ? received : sent, 'contact'];
  }

  /** null: a human call. */
  get agent(): CallAudio['agent'] {
    return this.audio.agent;
  }

  /** @returns the function that removes the listener */
  tap(listener: AudioListener): () => void {
    const { leg, sent } = this.audio;
    const offsetMs = Math.round(this.answeredAt - leg.startedAt);
    return leg.listen({
      onTapped: (block, legMs) => {
        const half = block.length / 2;
        const parts = [block.subarray(0, half), block.subarray(half)] as const;
        const [first, second] = sent === 'contact' ? [parts[1], parts[0]] : parts;
        listener(Math.max(0, legMs - offsetMs), first, second);
      },
    });
  }

  /** @returns the function that removes the listener */
  onEnded(listener: (end: AudioEnd) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  finish(end: AudioEnd): void {
    for (const listener of this.#listeners) listener(end);
  }
}
