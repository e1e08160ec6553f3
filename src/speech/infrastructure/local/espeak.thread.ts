import { parentPort } from 'node:worker_threads';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { audioOf } from '../pcm';
import { EspeakCommand } from './espeak-command';
import { resample } from './resample';

export interface EspeakJob {
  readonly id: number;
  readonly text: string;
  readonly voice: string;
  /** Words a minute. */
  readonly speed: number;
  /** `text` is SSML. */
  readonly markup: boolean;
}

/** 8 kHz; null: it could not be spoken. */
export interface EspeakAnswer {
  readonly id: number;
  readonly audio: Int16Array | null;
}

/** The engine's speech is louder than that of people on a telephone. */
const GAIN = 0.6;

const { port } = threadOf(parentPort);
const command = EspeakCommand.load();

port.on('message', (job: EspeakJob) => {
  void command.then(
    (espeak) => {
      const audio = speak(espeak, job);
      port.postMessage(
        { id: job.id, audio } satisfies EspeakAnswer,
        audio ? [audio.buffer as ArrayBuffer] : [],
      );
    },
    () => port.postMessage({ id: job.id, audio: null } satisfies EspeakAnswer),
  );
});

function speak(espeak: EspeakCommand, { text, voice, speed, markup }: EspeakJob): Int16Array | null {
  try {
    const speech = audioOf(espeak.speak(text, voice, speed, { markup }));
    if (!speech) return null;
    const lowered = resample(speech.samples, speech.rate, AUDIO_RATE);
    return Int16Array.from(lowered, (sample) => Math.max(-32_768, Math.min(32_767, sample * 32_767 * GAIN)));
  } catch {
    return null;
  }
}

function threadOf(found: typeof parentPort) {
  if (!found) throw new Error('this is a thread');
  return { port: found };
}
