import { Worker } from 'node:worker_threads';
import type { TtsEngine, VoiceSettings } from '../../domain/tts-engine';
import { SpeechFailure } from '../speech-failure';
import { espeakLanguage } from './espeak-language';
import type { EspeakAnswer, EspeakJob } from './espeak.thread';

/** Words a minute at pace 1. */
const SPEED = 160;
const MAX_HEAP_MB = 256;
/** 100 ms. */
const PIECE = 800;

/** espeak-ng on a thread of its own: offline, with a voice for every language. */
export class EspeakTts implements TtsEngine {
  readonly name = 'local';
  readonly #waiting = new Map<number, (answer: EspeakAnswer | null) => void>();
  #thread: Worker | null = null;
  #jobs = 0;

  /** The package is optional: its licence is the GPL. */
  static isInstalled(): boolean {
    try {
      require.resolve('espeak-ng');
      return true;
    } catch {
      return false;
    }
  }

  warm(): void {
    this.#start();
  }

  async *speak(text: string, settings: VoiceSettings, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const { audio } = (await this.#runJob(text, settings, signal)) ?? { audio: null };
    if (!audio) throw new SpeechFailure('it cannot speak this');
    for (let from = 0; from < audio.length; from += PIECE) yield audio.subarray(from, from + PIECE);
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #runJob(text: string, settings: VoiceSettings, signal: AbortSignal): Promise<EspeakAnswer | null> {
    const job = jobOf(++this.#jobs, text, settings);
    return new Promise((resolve) => {
      const done = (answer: EspeakAnswer | null): void => {
        this.#waiting.delete(job.id);
        signal.removeEventListener('abort', stop);
        resolve(answer);
      };
      const stop = (): void => done(null);
      if (signal.aborted) {
        resolve(null);
        return;
      }
      signal.addEventListener('abort', stop);
      this.#waiting.set(job.id, done);
      this.#start().postMessage(job);
    });
  }

  /** The thread starts with the first sentence or before, and again after it died. */
  #start(): Worker {
    if (this.#thread) return this.#thread;
    // The thread gets no environment, which contains secrets.
    const thread = new Worker(require.resolve('./espeak.thread'), {
      env: {},
      execArgv: process.execArgv,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    thread.unref();
    thread.on('message', (answer: EspeakAnswer) => {
      this.#waiting.get(answer.id)?.(answer);
    });
    const onEnded = () => {
      if (this.#thread === thread) this.#thread = null;
      for (const done of [...this.#waiting.values()]) done(null);
    };
    thread.once('error', onEnded);
    thread.once('exit', onEnded);
    this.#thread = thread;
    return thread;
  }
}

function jobOf(id: number, text: string, { voice, language, pace, modulation }: VoiceSettings): EspeakJob {
  // A voice of the catalogue is a language with a variant, such as hi+f3; the script of the text decides the language.
  const variant = /\+\w+$/u.exec(voice ?? '')?.[0] ?? '';
  const own = /^[\w-]+/u.exec(voice ?? '')?.[0];
  const found = espeakLanguage(text, language);
  const spoken = own?.startsWith('en') === true && found.startsWith('en') ? own : found;
  // Double square brackets are the engine's phoneme notation, which no agent means.
  const plain = text.replace(/[[\]]/gu, ' ');
  const markup = modulation !== null;
  return {
    id,
    voice: `${spoken}${variant}`,
    speed: Math.round(SPEED * (pace ?? 1)),
    markup,
    text: markup
      ? `<speak><prosody range="${Math.round(modulation * 100)}%">${escape(plain)}</prosody></speak>`
      : plain,
  };
}

function escape(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}
