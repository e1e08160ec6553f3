import { Injectable } from '@nestjs/common';
import type { Turn } from '../../shared-kernel/talk';
import { storable } from '../../platform/kernel/text';
import { type SpeechPiece, SpeechPieces } from '../domain/speech-pieces';
import type { SttEngine } from '../domain/stt-engine';
import { describeFailure, SpeechFailure } from '../infrastructure/speech-failure';
import { wavChannel } from '../infrastructure/wav-channel';
import { SpeechEngines } from './speech-engines';
import { throwTimeout, withTimeout } from '../../platform/kernel/time/timeout';

/** Timeouts of an engine, to connect and for the text of at most 30 s. */
const CONNECT_MS = 5_000;
const WORDS_MS = 30_000;
/** Samples sent at once; the event loop runs in between. */
const FEED_SAMPLES = 8_000;

const SPEAKERS = ['human', 'contact'] as const;

/** One person's speech without a longer pause, in milliseconds since the beginning of the recording. */
export interface TranscribedTurn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export interface TranscriberOptions {
  /** From 0, the left one. */
  readonly channel: number;
  /** An agent's language setting; null is Hinglish. */
  readonly language: string | null;
  /** Start of the transcript (0). */
  readonly fromMs?: number;
  readonly signal: AbortSignal;
}

/** Transcribes recordings. */
@Injectable()
export class Transcriber {
  constructor(private readonly engines: SpeechEngines) {}

  recognizes(language: string | null): boolean {
    return this.engines.recognizers(language).length > 0;
  }

  /**
   * The transcript of one channel of a WAV file (16 bit, 8 kHz), in order of time. Each piece of speech goes to the
   * first engine of the language; one that failed is not used again. Memory does not grow with the length.
   * @throws Error when no engine worked, when it is no such file, and as `signal` requires
   */
  async transcribe(path: string, options: TranscriberOptions): Promise<TranscribedTurn[]> {
    const { channel, language, fromMs = 0, signal } = options;
    const engines = [...this.engines.recognizers(language)];
    if (engines.length === 0) throw new SpeechFailure('no engine recognizes the language');
    const pieces = new SpeechPieces(fromMs);
    const turns: TranscribedTurn[] = [];
    const read = async (piece: SpeechPiece | null) => {
      if (!piece) return;
      const text = await wordsOf(piece, engines, language, signal);
      if (text !== '') turns.push({ text, startMs: piece.startMs, endMs: piece.endMs });
    };
    for await (const frame of wavChannel(path, channel, fromMs)) {
      signal.throwIfAborted();
      await read(pieces.add(frame));
    }
    await read(pieces.end());
    return turns;
  }

  /**
   * The transcript of a stereo recording, in order of time: on the left the counsellor, on the right the contact.
   * @throws Error as `transcribe` does
   */
  async talk(path: string, options: Omit<TranscriberOptions, 'channel'>): Promise<Turn[]> {
    const sides = SPEAKERS.map(async (speaker, channel) => {
      const turns = await this.transcribe(path, { ...options, channel });
      return turns.map((turn) => ({ speaker, ...turn }));
    });
    // Waits for both, so that the file is no longer read.
    await Promise.allSettled(sides);
    return (await Promise.all(sides)).flat().sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  }
}

/** The text of a piece; '' for noise. Removes failed engines from `engines`. */
async function wordsOf(
  { audio }: SpeechPiece,
  engines: SttEngine[],
  language: string | null,
  signal: AbortSignal,
): Promise<string> {
  let failure = '';
  for (let engine = engines[0]; engine; engine = engines[0]) {
    try {
      return storable(await recognize(engine, audio, language, signal)).trim();
    } catch (error) {
      signal.throwIfAborted();
      failure = `${engine.name}: ${describeFailure(error)}`;
      engines.shift();
    }
  }
  throw new SpeechFailure(`no engine of the language worked (${failure})`);
}

async function recognize(
  engine: SttEngine,
  audio: Int16Array,
  language: string | null,
  signal: AbortSignal,
): Promise<string> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  // The engine may end the stream, and so may the caller.
  const failed = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () =>
      reject(over.signal.reason instanceof Error ? over.signal.reason : new Error('it is over')),
    );
    signal.addEventListener('abort', () => over.abort(signal.reason), { signal: over.signal });
  });
  failed.catch(() => undefined);
  const events = {
    partial: () => undefined,
    onFailed: (error: Error) => over.abort(error),
  };
  const opening = engine.open({ language, keyterms: [], signal: ended }, events);
  try {
    const stream = await withTimeout(CONNECT_MS, Promise.race([opening, failed]), throwTimeout);
    for (let from = 0; from < audio.length; from += FEED_SAMPLES)
      stream.feed(audio.subarray(from, from + FEED_SAMPLES));
    return await withTimeout(WORDS_MS, Promise.race([stream.end(), failed]), throwTimeout);
  } finally {
    over.abort(new Error('the piece is over'));
    // Also one that opens later.
    opening.then(
      (stream) => stream.close(),
      () => undefined,
    );
  }
}
